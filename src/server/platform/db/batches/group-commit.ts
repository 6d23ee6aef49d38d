import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { isCertificateFault } from '../../runtime/faults.ts';
import { traced, tracing, type Span } from '../../telemetry/tracing.ts';

/**
 * Group commit: writes that arrive while one batch is running form the next batch. A batch shares one disk write for the commit and one
 * round trip for each statement. A caller is answered only after the batch with their item has committed.
 *
 * If a batch fails, its items are retried one by one, so that one bad item does not fail the others. `work` must therefore be one
 * transaction and safe to repeat.
 * @param work settles each item separately, in the given order. @param most items per batch. @param gatherMs how long a batch waits for
 * more items; for items whose result no caller waits for.
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

/** Puts the batch's statements under the first traced item's span, and links the other items' spans to it. */
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
 * Whether the database is shutting down (class 57), is unreachable or dropped the connection. Retrying item by item would then fail for
 * every item, each after its own timeout.
 */
export function isGone(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(?:08|57)/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  // An error number alone is not enough: a full disk has one too, and does not mean that the database is gone.
  return (
    isCertificateFault(error) ||
    ('code' in error && unreachable.has(String(error.code))) ||
    ('syscall' in error && error.syscall === 'connect') ||
    /connect|terminated|timeout/i.test(error.message)
  );
}

/** Whether the database lacks resources (class 53: disk, memory or connections). `groupCommit` still retries each item alone then. */
export function isDatabaseFull(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code ?? '').startsWith('53');
}

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);
