import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../runtime/startup-error.ts';
import { createLocalStore } from './local.ts';
import { StorageError, type ObjectStore } from './store.ts';

/**
 * Where uploads that come in chunks wait until they are whole: each has a store of its own, which goes with everything in it. So a chunk
 * never lies among the evidence, and what one upload throws away no other one misses.
 */
export interface StagingAreas {
  /**
   * The upload's own store; made when it is not there. What is put while the upload is thrown away fails with StorageError `missing`.
   * @param name upper-case hex.
   */
  open(name: string): Promise<ObjectStore>;
  /** Removes it; also when it is not there. */
  discard(name: string): Promise<void>;
  /** The uploads that have one. */
  names(): Promise<string[]>;
  /** Staging areas of another kind of upload, which the clean-up of these does not see. @param area lower-case letters. */
  within(area: string): StagingAreas;
}

/** As folders, beside the objects. */
export function localStagingAreas(folder: string): StagingAreas {
  return {
    async open(name) {
      const store = await createLocalStore(join(folder, checkedStagingName(name))).catch(orThrownAway);
      return { ...store, put: (source, options) => store.put(source, options).catch(orThrownAway) };
    },
    // Who opens it meanwhile makes its folders anew: then it is removed once more.
    discard: (name) => rm(join(folder, checkedStagingName(name)), { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }),
    async names() {
      const entries = await readdir(folder).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
        throw error;
      });
      return entries.filter(isStagingName);
    },
    within: (area) => localStagingAreas(join(folder, checkedArea(area))),
  };
}

/** Who throws an upload away does not wait for what still comes of it. */
function orThrownAway(error: unknown): never {
  throw errorCode(error) === 'ENOENT' ? new StorageError('missing') : error;
}

/** What else lies there is not ours. */
export function isStagingName(name: string): boolean {
  return /^[0-9A-F]{32}$/.test(name);
}

/** Guards every path or key that is made of a name. */
export function checkedStagingName(name: string): string {
  if (!isStagingName(name)) throw new RangeError('a stage is named by 32 upper-case hex letters');
  return name;
}

/** Keeps an area apart from every stage. */
export function checkedArea(area: string): string {
  if (!/^[a-z]+$/.test(area)) throw new RangeError('an area is named by lower-case letters');
  return area;
}

/** A name that no other upload has. */
export function newStagingName(): string {
  return randomBytes(16).toString('hex').toUpperCase();
}
