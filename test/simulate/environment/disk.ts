import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Unsynced } from './unsynced.ts';

/**
 * What becomes of a file call: it fails; it writes a part of its bytes and fails, as on a disk that fills up; or the disk goes with it, and
 * comes back without what was not synced.
 */
export type DiskFault = 'EIO' | 'ENOSPC' | 'short' | 'power';

/** A layer below all that uses `node:fs`: counts the calls on what lies in some folders, and makes a fault at the n-th. */
export interface FaultyDisk {
  /** @param number of the call from the next one on; of a short write, of the writes alone. */
  aim(fault: DiskFault, number: number): void;
  /** The disk is well again; after `power` without what was not on it. @returns whether the fault had been made. */
  callOff(): Promise<boolean>;
  /** Puts Node's own calls back. */
  remove(): void;
}

type Work = (...args: unknown[]) => Promise<unknown>;
type Callback = (error: unknown, ...results: unknown[]) => void;
type CallbackWork = (...args: unknown[]) => void;

const promises = fs.promises as unknown as Record<string, Work>;
const callbacks = fs as unknown as Record<string, CallbackWork>;
const pathCalls = ['open', 'mkdir', 'rename', 'rm', 'rmdir', 'readdir', 'stat', 'readFile', 'writeFile'];
const handleCalls = ['write', 'writev', 'writeFile', 'sync', 'datasync', 'read', 'readFile', 'stat'];
const streamCalls = ['write', 'writev', 'fsync'];
const writes = new Set(['write', 'writev', 'writeFile']);
const syncs = new Set(['sync', 'datasync', 'fsync']);
/** Turns of the event loop in which what follows a call begins. */
const quietTurns = 10;

export function faultyDisk(folders: readonly string[]): FaultyDisk {
  const unsynced = new Unsynced();
  const aim = new Aim(folders);
  const back = [replacePromises(aim, unsynced), replaceCallbacks(aim, unsynced)];
  syncBuiltinESMExports();
  return {
    aim: (fault, number) => aim.at(fault, number),
    async callOff() {
      // A loss of power ends every process: nothing that was under way gets to its end on the disk that comes back.
      await aim.allEnded();
      const { hasStruck, wasPower } = aim.off();
      if (wasPower) {
        const { gone, empty } = unsynced.lose();
        for (const path of gone) fs.rmSync(path, { recursive: true, force: true });
        for (const path of empty) fs.truncateSync(path);
      }
      return hasStruck;
    },
    remove() {
      for (const put of back) put();
      syncBuiltinESMExports();
    },
  };
}

class Aim {
  readonly #folders: readonly string[];
  #fault: DiskFault | undefined;
  #left = 0;
  #isGone = false;
  #running = 0;

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  at(fault: DiskFault, number: number): void {
    [this.#fault, this.#left] = [fault, number];
  }

  off(): { readonly hasStruck: boolean; readonly wasPower: boolean } {
    const outcome = { hasStruck: this.#left <= 0, wasPower: this.#fault === 'power' };
    [this.#fault, this.#left, this.#isGone] = [undefined, 0, false];
    return outcome;
  }

  async during<Result>(call: Promise<Result>): Promise<Result> {
    this.began();
    return call.finally(() => this.ended());
  }

  began(): void {
    this.#running += 1;
  }

  ended(): void {
    this.#running -= 1;
  }

  /** Resolves when no call is under way, and none follows what has just ended. */
  async allEnded(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; quiet = this.#running === 0 ? quiet + 1 : 0) await setImmediate();
  }

  isOurs(path: unknown): path is string {
    return typeof path === 'string' && this.#folders.some((folder) => path === folder || path.startsWith(folder + sep));
  }

  /** @returns whether this write is to end in its middle. @throws what the call fails with. */
  strike(name: string, path: string): boolean {
    if (this.#isGone) throw failure('EIO', name, path);
    const isCounted = this.#fault !== undefined && this.#left > 0 && (this.#fault !== 'short' || writes.has(name));
    if (!isCounted || (this.#left -= 1) > 0) return false;
    if (this.#fault === 'short') return true;
    this.#isGone = this.#fault === 'power';
    throw failure(this.#fault === 'ENOSPC' ? 'ENOSPC' : 'EIO', name, path);
  }
}

function replacePromises(aim: Aim, unsynced: Unsynced): () => void {
  const real = pathCalls.map((name): [string, Work] => [name, promises[name] as Work]);
  for (const [name, work] of real)
    promises[name] = async (...args) => {
      const [path] = args;
      if (!aim.isOurs(path)) return work(...args);
      if (aim.strike(name, path)) throw failure('ENOSPC', name, path);
      const result = await aim.during(work(...args));
      unsynced.follow(name, args, result);
      return name === 'open' ? watched(result as FileHandle, path, aim, unsynced) : result;
    };
  return () => {
    for (const [name, work] of real) promises[name] = work;
  };
}

function watched(handle: FileHandle, path: string, aim: Aim, unsynced: Unsynced): FileHandle {
  const calls = handle as unknown as Record<string, Work>;
  for (const name of handleCalls) {
    const work = calls[name] as Work;
    calls[name] = async (...args) => {
      const isCut = aim.strike(name, path);
      const result = await aim.during(work.apply(handle, isCut ? halved(args) : args));
      if (writes.has(name)) unsynced.dirty(path);
      if (syncs.has(name)) unsynced.synced(path);
      if (isCut) throw failure('ENOSPC', name, path);
      return result;
    };
  }
  return handle;
}

/** What streams use. */
function replaceCallbacks(aim: Aim, unsynced: Unsynced): () => void {
  const paths = new Map<unknown, string>();
  const real = ['open', 'close', ...streamCalls].map((name): [string, CallbackWork] => [name, callbacks[name] as CallbackWork]);
  const realOf = new Map(real);
  const observed = (args: unknown[], also: Callback): unknown[] => {
    const callback = args.at(-1) as Callback;
    aim.began();
    const both: Callback = (error, ...results) => {
      aim.ended();
      if (!error) also(error, ...results);
      callback(error, ...results);
    };
    return [...args.slice(0, -1), both];
  };
  /** Whether the call is cut short; null where it has failed. */
  const struck = (name: string, path: string, args: unknown[]): boolean | null => {
    try {
      return aim.strike(name, path);
    } catch (error) {
      process.nextTick(args.at(-1) as Callback, error);
      return null;
    }
  };
  callbacks['open'] = (...args) => {
    const [path] = args;
    if (!aim.isOurs(path)) return realOf.get('open')?.(...args);
    if (struck('open', path, args) === null) return;
    const opened = (fd: unknown): void => {
      paths.set(fd, path);
      unsynced.follow('open', args, fd);
    };
    realOf.get('open')?.(...observed(args, (_, fd) => opened(fd)));
  };
  callbacks['close'] = (...args) => {
    paths.delete(args[0]);
    realOf.get('close')?.(...args);
  };
  for (const name of streamCalls)
    callbacks[name] = (...args) => {
      const path = paths.get(args[0]);
      const isCut = path === undefined ? false : struck(name, path, args);
      if (isCut === null) return;
      if (path === undefined) return realOf.get(name)?.(...args);
      const done = (): void => (syncs.has(name) ? unsynced.synced(path) : unsynced.dirty(path));
      if (!isCut) return realOf.get(name)?.(...observed(args, done));
      const callback = args.at(-1) as Callback;
      const [fd, bytes, ...rest] = args.slice(0, -1);
      done();
      realOf.get(name)?.(fd, ...(bytes instanceof Uint8Array ? halved([bytes]) : [bytes, ...rest]), () =>
        callback(failure('ENOSPC', name, path)),
      );
    };
  return () => {
    for (const [name, work] of real) callbacks[name] = work;
  };
}

function failure(code: 'EIO' | 'ENOSPC', syscall: string, path: string): Error {
  return Object.assign(new Error(`${code}: made by a test, ${syscall} '${path}'`), { code, syscall, path });
}

/** The same call with half of its bytes. */
function halved([bytes, ...rest]: readonly unknown[]): unknown[] {
  if (bytes instanceof Uint8Array) return [bytes.subarray(0, bytes.length >> 1)];
  if (typeof bytes === 'string') return [bytes.slice(0, bytes.length >> 1), ...rest];
  return Array.isArray(bytes) ? [bytes.slice(0, bytes.length >> 1)] : [new Uint8Array()];
}
