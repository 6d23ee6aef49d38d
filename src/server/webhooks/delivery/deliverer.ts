import { setTimeout as sleep } from 'node:timers/promises';
import { groupCommit } from '../../db/group-commit.ts';
import type { Database } from '../../db/database.ts';
import { listKeys } from '../signing/key-store.ts';
import type { Vault } from '../signing/vault.ts';
import { disableEndpoint } from '../disable.ts';
import { traced } from '../../telemetry/tracing.ts';
import type { Reach } from './attempt.ts';
import { claimDue, claimLimits, releaseClaims, type Claim, type ClaimLimits, type ClaimedDelivery } from './claim-store.ts';
import { isBehind, queueNewEvents } from './feed-store.ts';
import { messageOf, recallKeys } from './message.ts';
import { attemptDelays, delayAfter } from './schedule.ts';
import { settleAttempts, type MadeAttempt } from './settle-store.ts';
import { tracedAttempt } from './traced-attempt.ts';

export interface DelivererDeps {
  readonly db: Database;
  readonly vault: () => Promise<Vault>;
  readonly reach: Reach;
  /** Seconds before each attempt. */
  readonly delays?: readonly number[];
  /** Whether the intake needs the processors now: then little is taken at a time. */
  readonly isShort?: () => boolean;
  /** How long to rest when nothing is due. */
  readonly restMs?: number;
  /** Attempts under way get so long when the server stops. */
  readonly patienceMs?: number;
}

export interface Deliverer {
  /** For how long an attempt is in hand. */
  readonly leaseSeconds: number;
  /** Delivers until it is told that the server stops. @throws the database's error; what was under way goes on. */
  run(stopping: AbortSignal): Promise<void>;
  /** Makes one attempt that is in hand, and notes it. */
  carryOut(claimed: ClaimedDelivery, stopping: AbortSignal): Promise<MadeAttempt | null>;
}

/**
 * Sends events to endpoints. What is to be sent, what is under way and what came of it stands in the database, so that servers share the
 * work and nothing is lost with one of them.
 */
export function createDeliverer(deps: DelivererDeps): Deliverer {
  const { db, vault, reach, delays = attemptDelays, isShort = () => false, restMs = 250, patienceMs = 3000 } = deps;
  const leaseSeconds = Math.ceil(reach.timeoutMs / 1000) + slackSeconds;
  const settle = groupCommit((made: readonly MadeAttempt[]) => settleAll(db, made), ...batches);
  const keysOf = recallKeys(async () => listKeys(db, await vault()));
  const underWay = new Map<string, { readonly claim: Claim; readonly done: Promise<void> }>();
  const wakeup = createWakeup();
  let fault: unknown;

  return { leaseSeconds, run, carryOut };

  async function run(stopping: AbortSignal): Promise<void> {
    const cutOff = new AbortController();
    stopping.addEventListener('abort', wakeup.ring, { once: true });
    let [wasWoken, restedAt] = [true, 0];
    try {
      while (!stopping.aborted) {
        throwFault();
        const read = (await isBehind(db)) ? await queueNewEvents(db) : 0;
        // A look costs a tenth of a claim; what is tried again is due at some moment, and not at the next look.
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

  /** What an attempt could not be noted for is told by whoever runs this. */
  function throwFault(): void {
    const thrown = fault;
    fault = undefined;
    if (thrown !== undefined) throw thrown;
  }

  /** Who is nearly done gets a moment. What is cut off then is another server's at once. */
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

  /** Never throws: what cannot be noted is due again at the end of its lease. */
  async function finish(claimed: ClaimedDelivery, stopping: AbortSignal): Promise<void> {
    try {
      await traced('delivering an event', { kind: 'internal', root: {} }, () => carryOut(claimed, stopping));
    } catch (error) {
      fault = error;
    }
    underWay.delete(claimed.id);
    wakeup.ring();
  }

  async function carryOut(claimed: ClaimedDelivery, stopping: AbortSignal): Promise<MadeAttempt | null> {
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

/** @returns of each for how many seconds its endpoint fails. */
async function settleAll(db: Database, made: readonly MadeAttempt[]): Promise<PromiseSettledResult<number>[]> {
  const times = await settleAttempts(db, made);
  return made.map(({ claim }) => ({ status: 'fulfilled', value: times.get(claim.webhookId) ?? 0 }));
}

/** What a lease has beside the attempt's own time: for the look-up of keys before it, and the note of it behind it. */
const slackSeconds = 15;
/** Some thirty attempts a second, in few rounds: a round reads the feed, claims and notes, however little there is. */
const sparingLimits: ClaimLimits = { perEndpoint: 4, healthy: 16, failing: 2 };
const sparingMs = 500;
/** Attempts of one note at most, and how long it waits for more of them. */
const batches = [64, 20] as const;
const goneStatus = 410;
const failingSeconds = 5 * 86_400;

/** Ends a rest early; rung while nobody rests, it ends the next one at once. `wait` tells whether it was rung. */
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
