import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { isCertificateFault } from '../runtime/fault-words.ts';
import { traced, tracing, type Span } from '../telemetry/tracing.ts';

/**
 * Carries many callers' writes out together: what arrives while one batch is under way is the next one. A commit costs a write to the disk,
 * a statement a round trip; together they cost one for all. Nobody is answered before the batch that holds his item is through.
 *
 * What fails as a batch is carried out one by one, so that one item's fault is nobody else's: `work` must be one transaction, and must bear
 * repeating.
 * @param work settles each item for itself, in the order given. @param most items a batch. @param gatherMs what a batch waits for more:
 * for items that nobody waits for.
 */
export function groupCommit<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>,
  most = 64,
  gatherMs = 0,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let running = false;

  const run = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      if (gatherMs > 0) await sleep(gatherMs);
      const batch = waiting.splice(0, most);
      const settled = await inFirstTrace(batch, () =>
        settle(
          work,
          batch.map(({ item }) => item),
        ),
      );
      for (const [at, { resolve, reject }] of batch.entries()) {
        const one = settled[at];
        if (one?.status === 'fulfilled') resolve(one.value);
        else reject(one?.reason);
      }
    }
    running = false;
  };

  const enqueue = (item: Item, span: Span | null): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, span, resolve, reject });
      if (!running) void run();
    });
  return (item) => (tracing() === null ? enqueue(item, null) : traced('group commit', { kind: 'internal' }, (span) => enqueue(item, span)));
}

/** The batch's statements stand under the first item that is traced; the others' spans lead there. */
function inFirstTrace<Value>(batch: readonly { readonly span: Span | null }[], act: () => Value): Value {
  const [first, ...others] = batch.flatMap(({ span }) => span ?? []);
  for (const span of others) if (first) span.linkTo(first);
  return first ? first.within(act) : act();
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly span: Span | null;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

async function settle<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>,
  items: readonly Item[],
): Promise<readonly PromiseSettledResult<Result>[]> {
  try {
    return await work(items);
  } catch (reason) {
    if (items.length === 1 || isGone(reason)) return items.map(() => ({ status: 'rejected', reason }));
  }
  const alone: PromiseSettledResult<Result>[] = [];
  for (const item of items) alone.push(...(await settle(work, [item])));
  return alone;
}

/**
 * The database is ending (class 57), cannot be reached, or went away under the transaction: it fails every item alike, and each may take
 * its time.
 */
export function isGone(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(?:08|57)/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  // A full disk has a number, too, and is no database that is gone.
  return (
    isCertificateFault(error) ||
    ('code' in error && unreachable.has(String(error.code))) ||
    ('syscall' in error && error.syscall === 'connect') ||
    /connect|terminated|timeout/i.test(error.message)
  );
}

/** Class 53 is what the database lacks: its disk is full, it has no memory or no connection left. Told to nobody else's items. */
export function isDatabaseFull(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code ?? '').startsWith('53');
}

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);
