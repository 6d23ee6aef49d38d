import { readdirSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { gauge, histogram, readCounter } from './registry.ts';

/** Process metrics, under the standard names of Prometheus' client libraries. */
readCounter({ name: 'process_cpu_seconds_total', help: 'Processor time of this process, user and system.' }, () => {
  const { user, system } = process.cpuUsage();
  return [{ value: (user + system) / 1e6 }];
});
gauge({ name: 'process_resident_memory_bytes', help: 'Memory of this process that is not swapped out.' }, () => [
  { value: process.memoryUsage.rss() },
]);
gauge({ name: 'process_start_time_seconds', help: 'When this process began, in seconds since 1970.' }, () => [
  { value: performance.timeOrigin / 1000 },
]);
gauge({ name: 'process_open_fds', help: 'Files and connections that this process has open (Linux).' }, () => [{ value: openFiles() }]);
readCounter(
  { name: 'notary_event_loop_busy_seconds_total', help: 'Time in which the event loop was not waiting; a second a second is all of it.' },
  () => [{ value: performance.eventLoopUtilization().active / 1000 }],
);

const lag = histogram({
  name: 'notary_event_loop_lag_seconds',
  help: 'How much later than asked for the event loop came to a timer, asked every 250 ms.',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
});

/** Measures the event loop's lag until the returned function is called. */
export function watchEventLoop(): () => void {
  let due = performance.now() + everyMs;
  const timer = setInterval(() => {
    const now = performance.now();
    lag.observe(Math.max(0, now - due) / 1000);
    due = now + everyMs;
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

const everyMs = 250;

function openFiles(): number | null {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return null;
  }
}
