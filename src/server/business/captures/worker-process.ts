import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Runs the capture worker as a child process of the server. If it ends, it is started again after a pause. */
export function runWorkerProcess(script: string, log: (line: string) => void): { stop(): Promise<void> } {
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let pauseMs = firstPauseMs;
  begin();

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const patience = setTimeout(() => child?.kill('SIGKILL'), patienceMs);
      await gone;
      clearTimeout(patience);
    },
  };

  function begin(): void {
    // The IPC channel tells the worker when this process is gone, even after a kill -9. The worker is mostly idle, so its young generation
    // is kept small (MB); the heap would not shrink again.
    const begun = performance.now();
    const started = spawn(process.execPath, ['--max-semi-space-size=2', script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child = started;
    // Also emitted when a signal cannot be sent. A child that never ran emits no `exit`, and is started again like one that ended.
    started.on('error', (error) => {
      if (started.pid === undefined) again(`cannot be started: ${error.message}`);
    });
    started.once('exit', (code, signal) => again(`has ended (${signal ?? code}); it is started again.`));
    function again(what: string): void {
      if (stopped) return;
      child = null;
      pauseMs = performance.now() - begun > steadyMs ? firstPauseMs : Math.min(pauseMs * 2, lastPauseMs);
      log(`The capture worker ${what}`);
      timer = setTimeout(begin, pauseMs);
    }
  }
}

const firstPauseMs = 1000;
const lastPauseMs = 60_000;
const steadyMs = 60_000;
const patienceMs = 10_000;
