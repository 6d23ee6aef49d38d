import { useEffect, useState } from 'react';
import { formatDay } from '../../../../domain/kit/text/time.ts';
import { serverNow } from '../../net/server-clock.ts';
import { watermarkTile } from './watermark-tile.ts';
import './watermark.css';

/** Covers the page and every dialog, ignores clicks, and is printed with the page. @param whose name and number. */
export function Watermark({ whose }: { whose: string }) {
  const day = useToday();
  return <div className="watermark" aria-hidden="true" style={{ backgroundImage: watermarkTile(`${whose} ${day}`) }} />;
}

/** Today's date; changes while a page stays open past midnight. */
function useToday(): string {
  const [day, setDay] = useState(() => formatDay(serverNow()));
  useEffect(() => {
    const timer = setInterval(() => setDay(formatDay(serverNow())), everyMs);
    return () => clearInterval(timer);
  }, []);
  return day;
}

const everyMs = 60_000;
