import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { StartupError } from '../server/platform/runtime/startup-error.ts';

/** Fills a new database in a child process, so that the fonts, canvas and rows of the demo do not stay in the server's memory. */
export function runSeedProcess(script: string): { readonly done: Promise<void>; stop(): Promise<void> } {
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const succeed = async (): Promise<void> => {
    const [code, signal]: unknown[] = await ended;
    if (code !== 0) throw new StartupError(`The demo could not be made (${String(signal ?? code)}).`);
  };
  return {
    done: succeed(),
    async stop() {
      child.kill('SIGKILL');
      await ended.catch(() => undefined);
    },
  };
}
