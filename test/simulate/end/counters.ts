import { ask } from '../play/learn.ts';
import type { User } from '../model/house.ts';
import { line, sameLines, type Checked } from './compare.ts';

/** Numbers beside the menu, and the workbench: what waits. */
export async function checkCounters(office: Checked): Promise<string[]> {
  const users = [...office.house.users.values()];
  const waiting = new Map(Object.entries(waitingOf(users)));
  const counts = await ask(office, 'getTodoCounts', ['GET', '/api/ajax/todo/getCounts'], {});
  const { list } = counts.body['data'] as { list: { items: { label: string; count: number }[] }[] };
  const waitingItems = list.flatMap(({ items }) => items).filter(({ label }) => waiting.has(label));
  const summary = await ask(office, 'getWorkbench', ['GET', '/api/ajax/workbench/getSummary'], {});
  const bench = summary.body['data'] as { waiting: { label: string; count: number; oldest_time: string }[]; activities: Activity[] };
  const expected = [...waiting].map(([label, count]) => line(label, count));
  return [
    ...sameLines(
      'numbers of the menu',
      waitingItems.map(({ label, count }) => line(label, count)),
      expected,
    ),
    ...sameLines(
      'workbench',
      bench.waiting
        .filter(({ label }) => waiting.has(label))
        .map(({ label, count, oldest_time }) => line(label, count, oldest_time !== '')),
      [...waiting].filter(([, count]) => count > 0).map(([label, count]) => line(label, count, true)),
    ).filter((fault) => !fault.includes(',0,')),
    // Where a clock went a day ahead, some of it came in tomorrow.
    ...sameLines(
      'activities',
      (office.sender.ahead.size > 0 ? [] : bench.activities)
        .filter(({ name }) => name in activitiesOf(users))
        .map(({ name, counts: days }) =>
          line(
            name,
            days.reduce((a, b) => a + b, 0),
          ),
        ),
      Object.entries(office.sender.ahead.size > 0 ? {} : activitiesOf(users)).map(([name, count]) => line(name, count)),
    ),
  ];
}

interface Activity {
  readonly name: string;
  readonly counts: readonly number[];
}

function waitingOf(users: readonly User[]): Record<string, number> {
  const count = (fits: (user: User) => boolean): number => users.filter(fits).length;
  const invoices = users.flatMap((user) => user.invoices);
  return {
    企业认证审核: count(({ type, status }) => type === 2 && status === 2),
    个人认证审核: count(({ type, status }) => type === 1 && status === 2),
    企业补充审核: count(({ type, repair }) => type === 2 && repair === 2),
    个人补充审核: count(({ type, repair }) => type === 1 && repair === 2),
    出证申请审核: users.flatMap((user) => user.applications).filter(({ pay, status }) => pay === 2 && status === 'waiting').length,
    发票初审: invoices.filter(({ status }) => status === 1).length,
    财务开票: invoices.filter(({ status }) => status === 2).length,
  };
}

/** What came in on the last thirty days: everything. */
function activitiesOf(users: readonly User[]): Record<string, number> {
  const sum = (of: (user: User) => number): number => users.reduce((total, user) => total + of(user), 0);
  return {
    企业存证: sum(({ type, evidence }) => (type === 2 ? evidence.length : 0)),
    个人存证: sum(({ type, evidence }) => (type === 1 ? evidence.length : 0)),
    网页取证: sum(({ captures }) => captures.length),
    出证申请: sum(({ applications }) => applications.length),
    开票申请: sum(({ invoices }) => invoices.length),
  };
}
