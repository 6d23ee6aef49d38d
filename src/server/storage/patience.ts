import type { ObjectStore } from './store.ts';

/** The storage kept somebody waiting for longer than he waits. Whether it has the object is not known; putting it again makes sure. */
export class StorageSilence extends Error {
  override name = 'StorageSilence';

  constructor() {
    super('the storage does not answer');
  }
}

/**
 * A put that fails when the storage takes no bytes, or says nothing at their end, for `ms`; a source may be as slow as it likes. What hangs goes on
 * hanging, unheard: it may still store the object, whole and under its hash. @throws StorageSilence
 */
export function putWithin(store: Pick<ObjectStore, 'put'>, ms: number): ObjectStore['put'] {
  return (source, limits) =>
    new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const wait = (): void => void (timer = setTimeout(() => reject(new StorageSilence()), ms));
      /** Between its chunks the storage waits for the source, and not the source for the storage. */
      async function* watched(): AsyncGenerator<Uint8Array> {
        clearTimeout(timer);
        for await (const chunk of source as AsyncIterable<Uint8Array>) {
          wait();
          yield chunk;
          clearTimeout(timer);
        }
        wait();
      }
      wait();
      store.put(watched(), limits).then(resolve, reject).finally(() => clearTimeout(timer));
    });
}
