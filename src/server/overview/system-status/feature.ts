import type { Pool } from 'pg';
import type { FaultyFile, systemStatusCalls } from '../../../contract/console/system-status.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Deps } from '../../custody/deps.ts';
import { type FaultyObject, listFaulty, recheckFaulty } from '../../custody/objects/faulty-objects.ts';
import type { References } from '../../desk/references/reference.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import type { Config } from '../../platform/runtime/config.ts';
import { databaseFindings, machineFindings } from './find-all.ts';
import type { SystemFinding } from './finding.ts';

/** 系统状态: problems of the installation, and how to solve them. */
export function systemStatus({ config, db, lists, references }: Pick<Deps, 'config' | 'db' | 'lists' | 'references'>) {
  return { routes: systemStatusRoutes({ config, db, pool: lists.hot, references }) };
}

interface StatusDeps {
  readonly config: Config;
  readonly db: Database;
  readonly pool: Pool;
  readonly references: () => References;
}

function systemStatusRoutes({ config, db, pool, references }: StatusDeps): Handlers<typeof systemStatusCalls> {
  /** The check in progress: concurrent operators share its result. */
  let underWay: Promise<{ time: string; findings: SystemFinding[] }> | null = null;
  const look = async (isForwarded: boolean) => {
    const [machine, database] = await Promise.all([machineFindings(config, { isForwarded }), databaseFindings(config, { db, pool })]);
    return { time: formatTime(new Date()), findings: inOrder([...machine, ...database]) };
  };
  return {
    async getSystemStatus(_input, { isForwarded }) {
      underWay ??= look(isForwarded).finally(() => (underWay = null));
      const { time, findings } = await underWay;
      return {
        time,
        lines: findings.map(({ name, state, text, advice = '' }) => ({ name, ...words[state], text, advice })),
      };
    },

    async getFaultyFiles({ page, limit }, { operator }) {
      const { rows, total } = await listFaulty(db, page, limit);
      const open = await references().openable(
        operator,
        rows.flatMap(({ numbers }) => numbers.map((number) => `evidence/${number}`)),
      );
      return {
        list: rows.map((row) => faultyFileOf(row, (number) => open.get(`evidence/${number}`)?.url ?? '')),
        count: total,
        command: `npm run admin -- store repair${config.backupPlace === undefined ? ' <备份位置>' : ''}`,
      };
    },

    async recheckFiles() {
      const { count, at } = await recheckFaulty(db);
      return { count, time: formatTime(at) };
    },
  };
}

function faultyFileOf(
  { sha256, state, sizeBytes, since, checkedAt, error, numbers, evidence }: FaultyObject,
  urlOf: (number: string) => string,
): FaultyFile {
  const isLost = state === 'damaged' || state === 'missing';
  return {
    sha256,
    tone: isLost ? 'failed' : 'wait',
    state_name: state === 'damaged' ? '损坏' : state === 'missing' ? '缺失' : '未能读出',
    since: isLost && since ? formatTime(since) : '',
    checked_time: checkedAt ? formatTime(checkedAt) : '',
    size: Number(sizeBytes),
    reason: error ?? '',
    evidence: numbers.map((number) => ({ baoquan: number, url: urlOf(number) })),
    evidence_count: evidence,
  };
}

/** Most urgent first. */
function inOrder(findings: readonly SystemFinding[]): SystemFinding[] {
  return findings.toSorted((a, b) => ranks[a.state] - ranks[b.state]);
}

const ranks = { bad: 0, warn: 1, ok: 2, off: 3 } as const;

const words = {
  ok: { tone: 'done', state_name: '正常' },
  off: { tone: 'over', state_name: '未核对' },
  warn: { tone: 'wait', state_name: '请注意' },
  bad: { tone: 'failed', state_name: '需处理' },
} as const;
