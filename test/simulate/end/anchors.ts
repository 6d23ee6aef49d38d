import { setTimeout as sleep } from 'node:timers/promises';
import type { Checked } from './compare.ts';
import { readFeed } from './events.ts';

/** Each evidence is anchored in the end, and told to be so once, whatever authority or chain lied or was silent meanwhile. */
export async function checkAnchors(office: Checked): Promise<string[]> {
  const numbers = [...office.house.users.values()].flatMap((user) => [
    ...user.evidence.map(({ number }) => number),
    ...user.recordings.filter(({ status }) => status === 'SUCCESS').map(({ number }) => number),
  ]);
  const deadline = Date.now() + office.patienceMs;
  for (;;) {
    const { events } = await readFeed(office);
    const timesOf = new Map<string, number>();
    for (const { type, data } of events)
      if (type === 'evidence.anchored') timesOf.set(String(data['baoquan']), (timesOf.get(String(data['baoquan'])) ?? 0) + 1);
    const missing = numbers.filter((number) => !timesOf.has(number));
    if (missing.length > 0 && Date.now() < deadline) {
      await sleep(300);
      continue;
    }
    const twice = [...timesOf].filter(([, times]) => times > 1);
    return [
      ...missing.slice(0, 3).map((number) => `${missing.length} pieces of evidence are not anchored, among them ${number}`),
      ...twice.slice(0, 3).map(([number, times]) => `${number} was told ${times} times to be anchored`),
    ];
  }
}
