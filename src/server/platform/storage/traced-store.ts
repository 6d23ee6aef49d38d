import { traced, tracing, type Span } from '../telemetry/tracing.ts';
import type { StagingAreas } from './staging-areas.ts';
import { StorageError, type ObjectStore } from './store.ts';

type Backend = 'local' | 's3';
type Operation = 'put' | 'open' | 'stat' | 'remove' | 'check' | 'discard';

/** Wraps a store so that each operation has a span, which names no object. Returns the store itself if tracing is off. */
export function tracedStore(store: ObjectStore, backend: Backend, area: 'objects' | 'uploads' = 'objects'): ObjectStore {
  if (tracing() === null) return store;
  const span = <Value>(operation: Operation, act: (span: Span | null) => Promise<Value>): Promise<Value> =>
    inSpan(operation, backend, area, act);
  const { join } = store;
  return {
    ...store,
    ...(join && { join: (...given: Parameters<typeof join>) => span('put', () => join(...given)) }),
    put: (source, options) =>
      span('put', (own) =>
        store.put(source, {
          ...options,
          // The time before the mark is the sender's.
          approve: async (object) => {
            own?.mark('last byte');
            await options.approve?.(object);
          },
        }),
      ),
    // Measured until the stream is open: a reader may take as long as it likes.
    open: (sha256, range) => span('open', () => store.open(sha256, range)),
    stat: (sha256) => span('stat', () => store.stat(sha256)),
    remove: (sha256) => span('remove', () => store.remove(sha256)),
    check: () => span('check', () => store.check()),
  };
}

/** Like `tracedStore`, for uploads that come in chunks. */
export function tracedAreas(areas: StagingAreas, backend: Backend): StagingAreas {
  if (tracing() === null) return areas;
  return {
    open: async (name) => tracedStore(await areas.open(name), backend, 'uploads'),
    discard: (name) => inSpan('discard', backend, 'uploads', () => areas.discard(name)),
    names: () => areas.names(),
    within: (area) => tracedAreas(areas.within(area), backend),
  };
}

/** A StorageError (object missing, too large or with another hash) is not recorded as a failure of the storage. */
async function inSpan<Value>(
  operation: Operation,
  backend: Backend,
  area: string,
  act: (span: Span | null) => Promise<Value>,
): Promise<Value> {
  const facts = { 'notary.storage.operation': operation, 'notary.storage.backend': backend, 'notary.storage.area': area };
  const kind = backend === 's3' ? 'client' : 'internal';
  const done = await traced(`storage ${operation}`, { kind, facts }, async (span) => {
    try {
      return { value: await act(span) };
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      span?.note({ 'notary.storage.refusal': error.kind });
      return { error };
    }
  });
  if ('error' in done) throw done.error;
  return done.value;
}
