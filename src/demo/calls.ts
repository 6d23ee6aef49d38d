import { createHash } from 'node:crypto';
import type { CallRecord } from '../server/desk/call-records/recorder.ts';
import { headerFaults } from '../domain/business/codes/call-refusals.ts';
import { dayMs } from '../domain/kit/text/time.ts';
import type { DemoClock } from './data/clock.ts';
import { seeded } from './data/random.ts';
import type { TrailRow } from './data/row.ts';

/** Call records of the last 30 days: the calls that stored the demo's evidence for enterprises, and some earlier refused attempts. */
export function demoCalls(trail: readonly TrailRow[], clock: DemoClock): CallRecord[] {
  const first = clock.last.getTime() - 29 * dayMs;
  return trail
    .filter(({ action, at }) => action === '存证' && at instanceof Date && at.getTime() >= first)
    .flatMap(({ actor_id: appId = '', ip = '', at, object }) => {
      if (!(at instanceof Date)) return [];
      const random = seeded('call', object);
      const kept: CallRecord = { ...plain, appId, ip, at, status: 200, ms: random.int(24, 400) };
      return random.chance(15) ? [refusedBefore(kept, object), kept] : [kept];
    });
}

const plain = { call: 'POST /open/v1/evidence', refusal: '', message: '', signedOver: '', isSigned: true };

/** A refused call one minute earlier, because of its signature or a field. */
function refusedBefore(call: CallRecord, object: string): CallRecord {
  const random = seeded('refused call', object);
  const at = new Date(call.at.getTime() - 60_000);
  const refused = { ...call, at, ms: random.int(2, 12) };
  if (random.chance(50)) return { ...refused, status: 400, refusal: 'malformed', message: 'title: is missing' };
  const seconds = Math.floor(at.getTime() / 1000);
  const hex = (use: string) => createHash('sha256').update(`demo ${use} ${object}`).digest('hex');
  return {
    ...refused,
    status: 401,
    refusal: 'signature',
    message: `X-Signature: ${headerFaults.mismatch.message}`,
    signedOver: ['POST', '/open/v1/evidence', seconds, hex('nonce').slice(0, 24), hex('body')].join('\n'),
  };
}
