import { resumeHere, type Resume } from '../../telemetry/tracing.ts';

/**
 * Shares look-ups between concurrent callers: keys asked for in the same moment share one, and keys that arrive while it runs the next.
 * A caller's answer always comes from a look-up that began after their call, so it is never stale.
 */
export function createLoader<Key, Value>(loadMany: (keys: Key[]) => Promise<Map<Key, Value>>): (key: Key) => Promise<Value | undefined> {
  let waiting: Batch<Key, Value> | undefined;
  let running = false;

  const run = async (): Promise<void> => {
    running = true;
    // One call asks for several keys in a row: of both types of user, for example.
    await Promise.resolve();
    while (waiting) {
      const batch = waiting;
      waiting = undefined;
      await batch.resume(() => loadMany([...batch.keys])).then(batch.resolve, batch.reject);
    }
    running = false;
  };

  return async (key) => {
    waiting ??= newBatch();
    waiting.keys.add(key);
    const { result } = waiting;
    if (!running) void run();
    return (await result).get(key);
  };
}

interface Batch<Key, Value> {
  readonly keys: Set<Key>;
  readonly result: Promise<Map<Key, Value>>;
  readonly resolve: (found: Map<Key, Value>) => void;
  readonly reject: (error: unknown) => void;
  /** Restores the trace context of the batch's first caller. */
  readonly resume: Resume;
}

function newBatch<Key, Value>(): Batch<Key, Value> {
  let resolve: Batch<Key, Value>['resolve'] = () => undefined;
  let reject: Batch<Key, Value>['reject'] = () => undefined;
  const result = new Promise<Map<Key, Value>>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { keys: new Set(), result, resolve, reject, resume: resumeHere() };
}
