import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What `npm start` tells V8 about the heap (why: docs/decisions/0009-xlsx.md). */
export const heapOptions = ['--max-old-space-size=1024', '--heap-growing-percent=100'];

/** A server of the built benchmarks, by its file's name, as a process of its own under the limits of `npm start`. */
export function forkServer(name: string): ChildProcess {
  return fork(fileURLToPath(new URL(name, import.meta.url)), [], { execArgv: heapOptions });
}
