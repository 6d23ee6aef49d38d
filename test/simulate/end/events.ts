import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, HouseEvent, User } from '../model/house.ts';
import { outsideContract } from '../environment/sender.ts';
import type { Checked } from './compare.ts';

export interface FedEvent extends HouseEvent {
  readonly id: string;
  readonly timestamp: string;
}

/**
 * The feed of the platform client: of each user exactly the events of what was done, each object's in the order in which it went.
 * Evidence is anchored, and documents are issued, in their own time: those are none of the model's.
 */
export async function checkEvents(office: Checked): Promise<string[]> {
  const users = [...office.house.users.values()];
  const expected = users.reduce((sum, { events }) => sum + events.length, 0);
  const deadline = Date.now() + office.patienceMs;
  for (;;) {
    const { events, faults } = await readFeed(office);
    const awaited = events.filter(({ type }) => !inOwnTime.has(type));
    // Events get their places a moment after their commit.
    if (awaited.length < expected && Date.now() < deadline) {
      await sleep(200);
      continue;
    }
    return [...faults, ...users.flatMap((user) => compare(user, awaited)).slice(0, 5), ...strangers(users, awaited)];
  }
}

const inOwnTime = new Set(['evidence.anchored', 'evidence.cosigned', 'document.issued', 'webhook.disabled', 'webhook.test']);

export async function readFeed(office: Checked): Promise<{ events: FedEvent[]; faults: string[] }> {
  const events: FedEvent[] = [];
  const faults: string[] = [];
  for (let after = ''; ; ) {
    const path = `/open/v1/events?limit=100${after === '' ? '' : `&after=${after}`}`;
    const call = { door: 'open', name: 'listEvents', method: 'GET', path, fields: {} } as const;
    const { answer }: { answer: Answer } = await office.sender.send(call, office.patienceMs);
    const fault = outsideContract(call, answer);
    if (fault) return { events, faults: [`events: ${fault}`] };
    const { list, next } = answer.body as unknown as { list: FedEvent[]; next: string };
    if (list.some(({ id }, at) => id <= (list[at - 1]?.id ?? after))) faults.push(`events: out of order after ${after}`);
    if (list.length === 0) return { events, faults };
    events.push(...list);
    after = next;
  }
}

/** Each event of the model is there once, with what it tells; of one object they come in the order in which it went. */
function compare(user: User, events: readonly FedEvent[]): string[] {
  const left = events.filter(({ data }) => data['user_id'] === user.id);
  const places = new Map<string, { readonly type: string; readonly place: number }[]>();
  const faults: string[] = [];
  for (const wanted of user.events) {
    const at = left.findIndex((one) => one.type === wanted.type && holds(one.data, wanted.data));
    const found = left[at];
    if (!found) {
      faults.push(`events: of user ${user.key} missing ${JSON.stringify(wanted)}`);
      continue;
    }
    left.splice(at, 1);
    const subject = subjectOf(wanted);
    const place = events.indexOf(found);
    const earlier = places.get(subject) ?? [];
    // Two of one type, such as failed payments, may have gone either way round.
    if (earlier.some((one) => one.type !== found.type && one.place > place)) faults.push(`events: ${found.type} of ${subject} too early`);
    places.set(subject, [...earlier, { type: found.type, place }]);
  }
  return [...faults, ...left.map((one) => `events: of user ${user.key} too many ${JSON.stringify(one)}`)];
}

function subjectOf({ type, data }: HouseEvent): string {
  // No answer tells whether a suspension, or a review beside it, came first.
  if (type === 'user.suspended' || type === 'user.resumed') return 'suspension';
  const [kind = ''] = type.split('.');
  const number = ['orderId', 'id', 'order_no', 'baoquan_no', 'baoquan', 'attestation_id'].map((name) => data[name]).find(Boolean);
  return `${kind} ${String(number ?? '')}`;
}

function holds(found: HouseEvent['data'], wanted: HouseEvent['data']): boolean {
  return Object.entries(wanted).every(([name, value]) => isDeepStrictEqual(found[name], value));
}

function strangers(users: readonly User[], events: readonly FedEvent[]): string[] {
  const known = new Set(users.map(({ id }) => id));
  return events
    .filter(({ data }) => !known.has(String(data['user_id'])))
    .slice(0, 3)
    .map((one) => `events: of an unknown user ${JSON.stringify(one)}`);
}
