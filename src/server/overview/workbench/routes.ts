import type { EndingLine, HealthLine, workbenchCalls } from '../../../contract/console/workbench.ts';
import type { Permission } from '../../../domain/business/access/access.ts';
import { dayMs, formatTime } from '../../../domain/kit/text/time.ts';
import type { CustodyHealth } from '../../custody/audit/health.ts';
import type { Lists } from '../../desk/lists/pools.ts';
import { build } from '../../platform/runtime/build.ts';
import { dailyTotals } from '../../desk/lists/total.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { isSuper, type Operator } from '../../platform/http/operator.ts';
import { permitted, type Activity, type Waiting, type Work } from '../../desk/work.ts';
import { drillLineName, healthLines, type Attestors } from './health-lines.ts';

export interface WorkbenchDeps {
  readonly lists: Lists;
  readonly work: () => Work;
  readonly health: () => Promise<CustodyHealth>;
  readonly attestors: Attestors;
  /** 到期日历. */
  readonly endings: () => Promise<EndingLine[]>;
  /** Replaced in tests. */
  readonly now?: () => Date;
}

export function workbenchRoutes({
  lists,
  work,
  health,
  attestors,
  endings,
  now = () => new Date(),
}: WorkbenchDeps): Handlers<typeof workbenchCalls> {
  return {
    async getWorkbench(_input, { operator }) {
      const days = lastDays(now());
      const [activities, waiting, lines] = await Promise.all([
        countActivities(lists, permitted(work().activities, operator), operator, days),
        Promise.all(permitted(work().waiting, operator).map((kind) => waitingLine(kind, operator))),
        seesEvidence(operator)
          ? lists.shared.read('custody health', async () => healthLines(await health(), attestors))
          : Promise.resolve<HealthLine[]>([]),
      ]);
      // Only role 1 can have a backup restored.
      const shown = isSuper(operator) ? lines : lines.filter(({ name }) => name !== drillLineName);
      return { days, activities, waiting, health: shown.length > 0 ? [...shown, releaseLine()] : shown };
    },
    async getCalendar(_input, { operator }) {
      return { endings: seesEvidence(operator) ? await lists.shared.read('what ends when', endings) : [] };
    },
  };
}

async function countActivities(lists: Lists, activities: readonly Activity[], operator: Operator, days: readonly string[]) {
  const [from = '', until] = [days[0], dayOf(new Date(Date.parse(`${days.at(-1)}T00:00:00+08:00`) + dayMs))];
  const totals =
    activities.length === 0
      ? []
      : await dailyTotals(
          lists,
          activities.map(({ series }) => (typeof series === 'function' ? series(operator) : series)),
          { from, until },
        );
  return activities.map(({ name }, at) => ({ name, counts: days.map((day) => totals[at]?.get(day) ?? 0) }));
}

async function waitingLine(kind: Waiting, operator: Operator) {
  const count = await kind.count(operator);
  const oldest = count > 0 ? await kind.oldest(operator) : null;
  return { label: kind.label, count, oldest_time: oldest ? formatTime(oldest.since) : '', url: kind.url };
}

/** The running release, which is the first question when behaviour has changed. */
function releaseLine(): HealthLine {
  const { version, commit } = build;
  return { name: '系统版本', tone: 'done', text: commit === null ? version : `${version}（${commit}）` };
}

/** The last 30 Shanghai days, oldest first. */
function lastDays(now: Date): string[] {
  return Array.from({ length: shownDays }, (_, at) => dayOf(new Date(now.getTime() - (shownDays - 1 - at) * dayMs)));
}

function dayOf(instant: Date): string {
  return formatTime(instant).slice(0, 10);
}

function seesEvidence({ permissions }: Operator): boolean {
  return evidencePages.some((permission) => permissions.has(permission));
}

const shownDays = 30;
const evidencePages: readonly Permission[] = [
  'evidence:enterprise',
  'evidence:personal',
  'online:web',
  'online:process',
  'online:move',
  'notarization:list',
  'authority:trail',
];
