import type { ObjectStore, PutOptions } from './store.ts';

/** The storage did not answer in time. Whether it has the object is unknown; putting the object again makes sure. */
export class StorageSilence extends Error {
  override name = 'StorageSilence';

  constructor() {
    super('the storage does not answer');
  }
}

/**
 * Makes a put fail if the storage neither takes bytes nor completes a step of its own for `ms`. The source and `approve` may be as slow as
 * they like, and the put may take any number of steps. A put that hangs is not cancelled: it may still store the object later, whole and
 * under its hash. @throws StorageSilence
 */
export function putWithTimeout(store: Pick<ObjectStore, 'put'>, ms: number): ObjectStore['put'] {
  return (source, options) =>
    new Promise((resolve, reject) => {
      // Set while the put waits for the storage.
      let timer: NodeJS.Timeout | null = null;
      const rest = (): void => {
        if (timer) clearTimeout(timer);
        timer = null;
      };
      const wait = (): void => {
        rest();
        timer = setTimeout(() => reject(new StorageSilence()), ms);
      };
      /** Between chunks the storage waits for the source, so the timer is off. */
      async function* watched(): AsyncGenerator<Uint8Array> {
        rest();
        try {
          for await (const chunk of source as AsyncIterable<Uint8Array>) {
            wait();
            yield chunk;
            rest();
          }
        } finally {
          // Also after a source that failed: the storage still has to discard what was written.
          wait();
        }
      }
      const onStep = (): void => {
        if (timer) wait();
        options.onStep?.();
      };
      /** The timer is off while `approve` runs, since that may wait for the sender. */
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
