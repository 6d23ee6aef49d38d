import { checkObject, type ExpectedObject, type ObjectCheck } from './object-check.ts';
import { recordCheck } from './scrub-verdict.ts';
import type { Scrub } from './scrub-settings.ts';
import { noteInconclusive } from './scrub-unread.ts';
import { manyFaulty } from './wrong-store.ts';

/** As the scrub finds it; `unread`: the storage did not give it this time; `underway`: its reading takes longer than was waited for. */
export type CheckedNow = ObjectCheck | 'unread' | 'underway';

/** Checks stored objects when somebody needs to know, as the scrub checks them in its turn. */
export interface ObjectChecks {
  /** Reads and hashes the objects one after another, for at most `waitMs`; what takes longer goes on and is answered to a later call. */
  check(objects: readonly ExpectedObject[], waitMs: number): Promise<ReadonlyMap<string, CheckedNow>>;
}

/** Callers who ask for the same object share its reading. Results are recorded like those of the scrub. */
export function createObjectChecks(scrub: Pick<Scrub, 'alarm' | 'cycleDays' | 'db' | 'store'>): ObjectChecks {
  const running = new Map<string, Promise<CheckedNow>>();
  const look = (object: ExpectedObject): Promise<CheckedNow> => {
    const { sha256 } = object;
    const shared = running.get(sha256);
    if (shared) return shared;
    const begunMs = performance.now();
    const forget = (): boolean => running.delete(sha256);
    const looking = lookAt(scrub, object).finally(() => {
      const tookMs = performance.now() - begunMs;
      if (tookMs < worthKeepingMs) forget();
      else setTimeout(forget, Math.min(tookMs * keptFor, longestMs)).unref();
    });
    running.set(sha256, looking);
    return looking;
  };
  return {
    async check(objects, waitMs) {
      const endMs = performance.now() + waitMs;
      const found = new Map<string, CheckedNow>();
      for (const object of objects) {
        const leftMs = endMs - performance.now();
        found.set(object.sha256, leftMs > 0 ? await within(look(object), leftMs) : 'underway');
      }
      return found;
    },
  };
}

async function lookAt({ store, ...scrub }: Parameters<typeof createObjectChecks>[0], object: ExpectedObject): Promise<CheckedNow> {
  const { sha256 } = object;
  try {
    const found = await checkObject(store, object, async () => undefined, neverStopping);
    if (found === 'stopped') return 'unread';
    // If many objects are faulty, the store itself is in question: nothing is recorded, and this one is not there for now.
    if (found.check === 'whole' || (await manyFaulty(scrub.db, store, sha256)) === null) await recordCheck(scrub, sha256, found.check);
    return found.check;
  } catch (error) {
    await noteInconclusive(scrub.db, sha256, error instanceof Error ? error : new Error(String(error)));
    return 'unread';
  }
}

function within(looking: Promise<CheckedNow>, waitMs: number): Promise<CheckedNow> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('underway'), waitMs);
    looking.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

const neverStopping = new AbortController().signal;
/** A quicker check is simply made again. */
const worthKeepingMs = 100;
/** How many times as long as its reading a result counts, so that many large files are all read before the first must be read again. */
const keptFor = 200;
const longestMs = 600_000;
