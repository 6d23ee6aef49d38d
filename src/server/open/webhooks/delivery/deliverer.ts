import { setTimeout as sleep } from 'node:timers/promises';
import { groupCommit } from '../../../platform/db/batches/group-commit.ts';
import type { Database } from '../../../platform/db/database.ts';
import { noteStatus, outgoingStart } from '../../../platform/telemetry/outgoing.ts';
import { traced, tracing } from '../../../platform/telemetry/tracing.ts';
import { disableEndpoint } from '../disable.ts';
import { listKeys } from '../signing/key-store.ts';
import type { Vault } from '../signing/vault.ts';
import { makeAttempt, type Reach } from './attempt.ts';
import { type Claim, claimDue, type ClaimedDelivery, claimLimits, type ClaimLimits, releaseClaims } from './claim-store.ts';
import { isBehind, queueNewEvents } from './feed-store.ts';
import { messageOf, recallKeys } from './message.ts';
import { type MadeAttempt, settleAttempts } from './settle-store.ts';

export interface DelivererDeps {
  readonly db: Database;
  readonly vault: () => Promise<Vault>;
  readonly reach: Reach;
  /** Seconds before each attempt. */
  readonly delays?: readonly number[];
  /** Whether the intake needs the CPU now; then little is claimed at a time. */
  readonly isShort?: () => boolean;
  /** Pause when nothing is due. */
  readonly restMs?: number;
  /** How long attempts under way may still take when the server stops. */
  readonly patienceMs?: number;
}

export interface Deliverer {
  /** How long a claim is valid. */
  readonly leaseSeconds: number;
  /** Delivers until the server stops. @throws the database's error; attempts under way go on. */
  run(stopping: AbortSignal): Promise<void>;
  /** Makes one claimed attempt and records it. */
  execute(claimed: ClaimedDelivery, stopping: AbortSignal): Promise<MadeAttempt | null>;
}

/**
 * Sends events to endpoints. Deliveries, claims and attempts are kept in the database, so that servers share the work and nothing is lost
 * if one fails.
 */
export function createDeliverer(deps: DelivererDeps): Deliverer {
  const { db, vault, reach, delays = attemptDelays, isShort = () => false, restMs = 250, patienceMs = 3000 } = deps;
  const leaseSeconds = Math.ceil(reach.timeoutMs / 1000) + slackSeconds;
  const settle = groupCommit((made: readonly MadeAttempt[]) => settleAll(db, made), ...batches);
  const keysOf = recallKeys(async () => listKeys(db, await vault()));
  const underWay = new Map<string, { readonly claim: Claim; readonly done: Promise<void> }>();
  const wakeup = createWakeup();
  let fault: unknown;

  return { leaseSeconds, run, execute };

  async function run(stopping: AbortSignal): Promise<void> {
    const cutOff = new AbortController();
    stopping.addEventListener('abort', wakeup.ring, { once: true });
    let [wasWoken, restedAt] = [true, 0];
    try {
      while (!stopping.aborted) {
        throwFault();
        const read = (await isBehind(db)) ? await queueNewEvents(db) : 0;
        // Checking the feed costs a tenth of a claim. Retries become due without a wake-up, so a claim is also tried after some rests.
        const isTurn = wasWoken || read > 0 || performance.now() - restedAt > 4 * restMs;
        const sparing = isShort();
        const claimed = isTurn ? await claimDue(db, leaseSeconds, sparing ? sparingLimits : claimLimits) : [];
        for (const one of claimed) begin(one, cutOff.signal);
        if (sparing) await sleep(sparingMs, undefined, { signal: stopping }).catch(() => undefined);
        if (isTurn && claimed.length === 0) restedAt = performance.now();
        wasWoken = claimed.length > 0 || read > 0 || (await wakeup.wait(restMs));
      }
    } finally {
      stopping.removeEventListener('abort', wakeup.ring);
      if (stopping.aborted) await wind(cutOff);
    }
  }

  /** Rethrows the error of an attempt that could not be recorded, so that the caller of `run` reports it. */
  function throwFault(): void {
    const thrown = fault;
    fault = undefined;
    if (thrown !== undefined) throw thrown;
  }

  /** Gives attempts under way `patienceMs` to finish, then aborts them and releases their claims for other servers. */
  async function wind(cutOff: AbortController): Promise<void> {
    const all = (): Promise<unknown> => Promise.all([...underWay.values()].map(({ done }) => done));
    await Promise.race([all(), sleep(patienceMs, undefined, { ref: false })]);
    const left = [...underWay.values()].map(({ claim }) => claim);
    cutOff.abort(new Error('the server stops'));
    await all();
    await releaseClaims(db, left);
  }

  function begin(claimed: ClaimedDelivery, stopping: AbortSignal): void {
    underWay.set(claimed.id, { claim: claimed, done: finish(claimed, stopping) });
  }

  /** Never throws: an attempt that cannot be recorded is due again when its lease ends. */
  async function finish(claimed: ClaimedDelivery, stopping: AbortSignal): Promise<void> {
    try {
      await traced('delivering an event', { kind: 'internal', root: {} }, () => execute(claimed, stopping));
    } catch (error) {
      fault = error;
    }
    underWay.delete(claimed.id);
    wakeup.ring();
  }

  async function execute(claimed: ClaimedDelivery, stopping: AbortSignal): Promise<MadeAttempt | null> {
    const message = messageOf(claimed, await vault(), await keysOf());
    const outcome = await tracedAttempt(message, reach, stopping);
    if (stopping.aborted && !outcome.succeeded) return null;
    const isGone = outcome.httpStatus === goneStatus;
    const isOver = outcome.succeeded || isGone || claimed.kind !== 'event';
    const made: MadeAttempt = {
      claim: claimed,
      type: claimed.event.type,
      at: message.at,
      requestHeaders: message.headers,
      outcome,
      nextInMs: isOver ? null : delayAfter(claimed.attempt, outcome.retryAfterMs, delays),
    };
    const failsForSeconds = await settle(made);
    if (claimed.kind === 'replay') return made;
    if (isGone) await disableEndpoint(db, claimed.webhookId, 'gone');
    else if (failsForSeconds >= failingSeconds) await disableEndpoint(db, claimed.webhookId, 'failing');
    return made;
  }
}

/** @returns for each attempt, how many seconds its endpoint has been failing. */
async function settleAll(db: Database, made: readonly MadeAttempt[]): Promise<PromiseSettledResult<number>[]> {
  const times = await settleAttempts(db, made);
  return made.map(({ claim }) => ({ status: 'fulfilled', value: times.get(claim.webhookId) ?? 0 }));
}

/** Added to the lease beyond the attempt's own time limit, for reading the keys before and recording the attempt after. */
const slackSeconds = 15;
/** About thirty attempts a second in few rounds, because each round reads the feed, claims and records, however little there is. */
const sparingLimits: ClaimLimits = { perEndpoint: 4, healthy: 16, failing: 2 };
const sparingMs = 500;
/** How many attempts are recorded at once, and how many milliseconds to wait for more. */
const batches = [64, 20] as const;
const goneStatus = 410;
const failingSeconds = 5 * 86_400;

/** Ends a rest early. A ring while nothing rests ends the next rest at once. `wait` returns whether it was rung. */
function createWakeup() {
  let isWoken = false;
  let wake: (() => void) | undefined;
  return {
    ring(): void {
      isWoken = true;
      wake?.();
    },
    async wait(ms: number): Promise<boolean> {
      if (!isWoken)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      wake = undefined;
      const wasWoken = isWoken;
      isWoken = false;
      return wasWoken;
    },
  };
}

/** `makeAttempt` in a span that names only the receiver's host, not the path or the content. */
const tracedAttempt: typeof makeAttempt = async (outgoing, reach, stopping) => {
  if (tracing() === null || !URL.canParse(outgoing.url)) return makeAttempt(outgoing, reach, stopping);
  return traced('POST webhook', outgoingStart('webhook', 'POST', outgoing.url), async (span) => {
    const outcome = await makeAttempt(outgoing, reach, stopping);
    if (outcome.httpStatus !== null) noteStatus(span, outcome.httpStatus);
    if (!outcome.succeeded) span?.end(outcome.error?.split(':')[0]);
    return outcome;
  });
};

/**
 * Delay before each attempt, in seconds: the first at once, then ever longer, over three days in all. Source: Standard Webhooks 1.0.0,
 * *Deliverability and reliability*.
 */
export const attemptDelays: readonly number[] = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/**
 * Delay after a failed attempt, in ms; null if it was the last one.
 * @param attempt its number, from 1. @param retryAfterMs what the receiver asked for: used if it is longer, up to a day.
 * @param chance from 0 to 1, spreads the delay over ± 20 %.
 */
export function delayAfter(
  attempt: number,
  retryAfterMs: number | null,
  delays: readonly number[] = attemptDelays,
  chance = Math.random(),
): number | null {
  const seconds = delays[attempt];
  if (seconds === undefined) return null;
  const planned = seconds * 1000 * (0.8 + 0.4 * chance);
  return Math.round(Math.max(planned, Math.min(retryAfterMs ?? 0, dayMs)));
}

const dayMs = 86_400_000;
