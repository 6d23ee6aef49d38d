import { useEffect, useRef, useState } from 'react';

/** Counts whole seconds down to 0, then calls `over` once. @returns a function that stops it. */
export function startCountdown(seconds: number, tick: (left: number) => void, over: () => void): () => void {
  let left = seconds;
  tick(left);
  const timer = setInterval(() => {
    left -= 1;
    tick(Math.max(0, left));
    if (left > 0) return;
    clearInterval(timer);
    over();
  }, 1000);
  return () => clearInterval(timer);
}

/** Seconds left while `isRunning`; `over` is called once at 0. */
export function useCountdown(seconds: number, isRunning: boolean, over: () => void): number {
  const [left, setLeft] = useState(seconds);
  const latest = useRef(over);
  useEffect(() => {
    latest.current = over;
  });
  useEffect(() => (isRunning ? startCountdown(seconds, setLeft, () => latest.current()) : undefined), [seconds, isRunning]);
  return left;
}
