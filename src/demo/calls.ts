import { createHash } from 'node:crypto';
import type { CallRecord } from '../server/desk/call-records/recorder.ts';
import { headerFaults } from '../domain/business/codes/call-refusals.ts';
import { dayMs } from '../domain/kit/text/time.ts';
import { before, hourMs, type DemoClock } from './data/clock.ts';
import { ipAddress } from './data/numbers.ts';
import { seeded } from './data/random.ts';
import type { Row, TrailRow } from './data/row.ts';

/**
 * Call records of the last 30 days: the calls that stored the demo's evidence for enterprises, some earlier refused attempts, and the
 * questions of clients that ask for news several times a day.
 */
export function demoCalls(trail: readonly TrailRow[], credentials: readonly Row<'credential'>[], clock: DemoClock): CallRecord[] {
  return [...storingCalls(trail, clock), ...credentials.flatMap((credential) => questionsOf(credential, clock))];
}

function storingCalls(trail: readonly TrailRow[], clock: DemoClock): CallRecord[] {
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

/** Two clients of three ask, each for a fortnight and at its own pace. The newest ones began the day after they got their key. */
function questionsOf({ app_id: appId = '', user_id: userId, created_at: since }: Row<'credential'>, clock: DemoClock): CallRecord[] {
  const random = seeded('questions', appId);
  if (!random.chance(67) || !since) return [];
  const most = random.int(2, 9);
  const ip = ipAddress(8000 + Number(userId));
  return Array.from({ length: 14 }, (_, ago) => before(clock.today, ago * dayMs))
    .filter((day) => day > since)
    .flatMap((day) =>
      Array.from({ length: random.int(0, most) }, (): CallRecord => {
        const part = random.int(0, 9900);
        const at = day < clock.today ? new Date(day.getTime() + 7 * hourMs + part * 6000) : clock.wakingAt(part);
        const asked = { ...plain, call: random.pick(questions), appId, ip, at };
        return random.chance(3)
          ? { ...asked, status: 429, refusal: 'rate', message: '', ms: 1 }
          : { ...asked, status: 200, ms: random.int(3, 60) };
      }),
    );
}

const questions = ['GET /open/v1/events', 'GET /open/v1/events', 'GET /open/v1/me'];
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
