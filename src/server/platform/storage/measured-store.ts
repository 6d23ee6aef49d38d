import { counter, histogram } from '../telemetry/registry.ts';
import { StorageError, type ObjectStore } from './store.ts';

const took = histogram({
  name: 'notary_storage_duration_seconds',
  help: 'How long the storage took. put: from the last byte to when the object is durable; open: until its first byte can be read.',
  labels: ['operation'],
  buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 30],
});
const failed = counter({
  name: 'notary_storage_errors_total',
  help: 'Operations that the storage failed. An object that is missing, too large or of another hash is no failure of it.',
  labels: ['operation'],
});
const operations = ['put', 'open', 'stat', 'remove', 'check'] as const;
type Operation = (typeof operations)[number];
for (const operation of operations) failed.add([operation], 0);

/** Wraps a store with metrics: durations and failures by operation. A StorageError does not count as a failure. */
export function measuredStore(store: ObjectStore): ObjectStore {
  const measure = async <T>(operation: Operation, act: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof StorageError)) failed.add([operation]);
      throw error;
    } finally {
      took.observe((performance.now() - started) / 1000, [operation]);
    }
  };
  const { join } = store;
  return {
    ...store,
    ...(join && { join: (...given: Parameters<typeof join>) => measure('put', () => join(...given)) }),
    open: (sha256, range) => measure('open', () => store.open(sha256, range)),
    stat: (sha256) => measure('stat', () => store.stat(sha256)),
    remove: (sha256) => measure('remove', () => store.remove(sha256)),
    check: () => measure('check', () => store.check()),
    // A failing source is the sender's fault, so only failures after the last byte count.
    async put(source, options) {
      let ended: number | null = null;
      try {
        return await store.put(source, {
          ...options,
          async approve(object) {
            await options.approve?.(object);
            ended = performance.now();
          },
        });
      } catch (error) {
        if (ended !== null && !(error instanceof StorageError)) failed.add(['put']);
        throw error;
      } finally {
        if (ended !== null) took.observe((performance.now() - ended) / 1000, ['put']);
      }
    },
  };
}
