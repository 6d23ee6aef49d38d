import type { queueCalls } from '../../../contract/console/queues.ts';
import type { QueueKind } from '../../../domain/business/codes/queues.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Deps } from '../deps.ts';
import { permitted, type WorkQueue } from '../work.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { isSuper, type Operator } from '../../platform/http/operator.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { operatorActor, type Actor } from '../trail/trail.ts';

export function queueRoutes({ work }: Pick<Deps, 'work'>): Handlers<typeof queueCalls> {
  /** @throws Refusal forbidden unless the operator may both open and decide the cases. */
  const queueOf = (kind: QueueKind, operator: Operator): WorkQueue => {
    const queue = permitted(work().queues ?? [], operator).find((one) => one.kind === kind);
    if (!queue) throw new Refusal('forbidden');
    return queue;
  };
  return {
    async getQueue({ kind, id }, { operator }) {
      const queue = queueOf(kind, operator);
      const [count, held, ahead] = await Promise.all([
        queue.count(operator),
        queue.held(operator),
        id === undefined ? null : queue.ahead(operator, id),
      ]);
      return {
        count: Math.max(0, count - held.length),
        position: ahead === null ? 0 : ahead + 1,
        others: held.map(({ since, ...one }) => ({ ...one, since: formatTime(since) })),
      };
    },

    async takeCase({ kind, after }, { operator, ip }) {
      return takeNext(queueOf(kind, operator), operator, operatorActor(operator, ip), after);
    },

    async holdCase({ kind, id }, { operator, ip }) {
      return leaseOf(await queueOf(kind, operator).take(operator, operatorActor(operator, ip), id));
    },

    async releaseCase({ kind, id }, { operator, ip }) {
      await queueOf(kind, operator).release(operator, operatorActor(operator, ip), id);
      return null;
    },

    async revokeCase({ kind, id }, { operator, ip }) {
      if (!isSuper(operator)) throw new Refusal('forbidden');
      await queueOf(kind, operator).revoke(operatorActor(operator, ip), id);
      return null;
    },
  };
}

/** If another operator was quicker, tries the next case. */
async function takeNext(queue: WorkQueue, operator: Operator, actor: Actor, after: string | undefined) {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const behind = after === undefined ? undefined : await queue.next(operator, { behind: after });
    const id = behind ?? (await queue.next(operator, after === undefined ? {} : { except: after }));
    if (id === undefined) return null;
    try {
      return { id, ...leaseOf(await queue.take(operator, actor, id)) };
    } catch (error) {
      if (!(error instanceof Refusal && error.kind === 'conflict')) throw error;
    }
  }
  return null;
}

function leaseOf({ since, until }: { readonly since: Date; readonly until: Date }) {
  return { since: formatTime(since), until: formatTime(until) };
}

/** No more operators than this compete for the same case at once. */
const mostAttempts = 20;
