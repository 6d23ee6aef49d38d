import type { ObjectStore, PutOptions } from './store.ts';

/** The storage kept somebody waiting for longer than he waits. Whether it has the object is not known; putting it again makes sure. */
export class StorageSilence extends Error {
  override name = 'StorageSilence';

  constructor() {
    super('the storage does not answer');
  }
}

/**
 * A put that fails when the storage takes no bytes, and answers no step of its own, for `ms`; a source, and who approves the object, may be
 * as slow as they like, and the whole may take as many steps as it needs. What hangs goes on hanging, unheard: it may still store the
 * object, whole and under its hash. @throws StorageSilence
 */
export function putWithTimeout(store: Pick<ObjectStore, 'put'>, ms: number): ObjectStore['put'] {
  return (source, options) =>
    new Promise((resolve, reject) => {
      // Set while it is the storage that is waited for.
      let timer: NodeJS.Timeout | null = null;
      const rest = (): void => {
        if (timer) clearTimeout(timer);
        timer = null;
      };
      const wait = (): void => {
        rest();
        timer = setTimeout(() => reject(new StorageSilence()), ms);
      };
      /** Between its chunks the storage waits for the source, and not the source for the storage. */
      async function* watched(): AsyncGenerator<Uint8Array> {
        rest();
        try {
          for await (const chunk of source as AsyncIterable<Uint8Array>) {
            wait();
            yield chunk;
            rest();
          }
        } finally {
          // Also behind a source that failed: what it left is thrown away by the storage.
          wait();
        }
      }
      const onStep = (): void => {
        if (timer) wait();
        options.onStep?.();
      };
      /** Whoever approves may wait for the sender. */
      const approve: PutOptions['approve'] = async (object) => {
        rest();
        try {
          await options.approve?.(object);
        } finally {
          wait();
        }
      };
      wait();
      store
        .put(watched(), { ...options, approve, onStep })
        .finally(rest)
        .then(resolve, reject);
    });
}
