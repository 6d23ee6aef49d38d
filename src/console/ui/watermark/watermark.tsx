import { useEffect, useState } from 'react';
import { formatDay } from '../../../domain/text/time.ts';
import { watermarkTile } from './watermark-tile.ts';
import './watermark.css';

/** Lies over the page and every dialog, takes no click, and is printed with the page. @param whose name and number. */
export function Watermark({ whose }: { whose: string }) {
  const day = useToday();
  return <div className="watermark" aria-hidden="true" style={{ backgroundImage: watermarkTile(`${whose} ${day}`) }} />;
}

/** The day changes under a page that stays open. */
function useToday(): string {
  const [day, setDay] = useState(() => formatDay(new Date()));
  useEffect(() => {
    const timer = setInterval(() => setDay(formatDay(new Date())), everyMs);
    return () => clearInterval(timer);
  }, []);
  return day;
}

const everyMs = 60_000;
