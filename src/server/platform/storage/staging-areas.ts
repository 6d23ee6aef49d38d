import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../runtime/startup-error.ts';
import { createLocalStore } from './local.ts';
import { StorageError, type ObjectStore } from './store.ts';

/**
 * Where uploads that come in chunks wait until they are whole. Each upload has its own store, which is discarded as a whole. So no chunk
 * ever lies among the evidence, and discarding one upload never affects another.
 */
export interface StagingAreas {
  /**
   * Opens the upload's own store and creates it if needed. A put that runs while the upload is discarded fails with StorageError `missing`.
   * @param name upper-case hex.
   */
  open(name: string): Promise<ObjectStore>;
  /** Removes the upload's store. Does nothing if there is none. */
  discard(name: string): Promise<void>;
  /** The names of all uploads that have a store. */
  names(): Promise<string[]>;
  /** Staging areas of another kind of upload, which the clean-up of these ones ignores. @param area lower-case letters. */
  within(area: string): StagingAreas;
}

/** Keeps staging areas as folders, beside the objects. */
export function localStagingAreas(folder: string): StagingAreas {
  return {
    async open(name) {
      const store = await createLocalStore(join(folder, checkedStagingName(name))).catch(orThrownAway);
      return { ...store, put: (source, options) => store.put(source, options).catch(orThrownAway) };
    },
    // Someone who opens the area meanwhile creates its folders again; retries remove them once more.
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

/** An area that was discarded meanwhile loses its folders, which its user sees as `missing`. */
function orThrownAway(error: unknown): never {
  throw errorCode(error) === 'ENOENT' ? new StorageError('missing') : error;
}

/** Whether a name is that of a staging area. Other files and folders beside the areas are ignored. */
export function isStagingName(name: string): boolean {
  return /^[0-9A-F]{32}$/.test(name);
}

/** Validates a name before it becomes part of a path or key. @throws RangeError */
export function checkedStagingName(name: string): string {
  if (!isStagingName(name)) throw new RangeError('a stage is named by 32 upper-case hex letters');
  return name;
}

/** Validates an area's name, which cannot be mistaken for a staging area's. @throws RangeError */
export function checkedArea(area: string): string {
  if (!/^[a-z]+$/.test(area)) throw new RangeError('an area is named by lower-case letters');
  return area;
}

/** A new random name for a staging area. */
export function newStagingName(): string {
  return randomBytes(16).toString('hex').toUpperCase();
}
