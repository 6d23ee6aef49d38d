import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The V8 heap options of `npm start` (for the reasons see docs/decisions/0009-xlsx.md). */
export const heapOptions = ['--max-old-space-size=1024', '--heap-growing-percent=100'];

/** Forks a server of the built benchmarks by its file name, with the limits of `npm start`. */
export function forkServer(name: string): ChildProcess {
  return fork(fileURLToPath(new URL(name, import.meta.url)), [], { execArgv: heapOptions });
}
