import type { SystemFinding } from '../../server/overview/system-status/finding.ts';
import { databaseFindings, machineFindings } from '../../server/overview/system-status/find-all.ts';
import { options, type StandaloneCommand } from '../lib/command.ts';
import { withDatabase } from '../lib/connect.ts';
import { faultWords } from '../../server/platform/runtime/faults.ts';

/**
 * Reports in one line each what this machine has and lacks, and the state of custody as 系统状态 shows it; exit 1 if something must be
 * done.
 * The slow checks run in parallel.
 */
export const doctor: StandaloneCommand = {
  name: 'doctor',
  usage: '',
  summary: 'tell what is missing on this machine',
  async runStandalone({ args, config }) {
    options(args, []);
    const machine = machineFindings(config, null);
    const database = await withDatabase(config, (db, pool) => databaseFindings(config, { db, pool })).catch((error: unknown) => [
      unanswered(error),
    ]);
    const [first, second, ...others] = await machine;
    const findings = [first, second, ...database, ...others].filter((finding) => finding !== undefined);
    return {
      value: findings.map((finding) => ({ ...finding, ok: finding.state !== 'bad' })),
      text: findings.map(lineOf).join('\n'),
      failed: findings.some(({ state }) => state === 'bad'),
    };
  },
};

function lineOf({ item, state, detail, todo }: SystemFinding): string {
  return `${marks[state]} ${item}: ${detail}${todo === undefined ? '' : `\n     -> ${todo}`}`;
}

const marks = { ok: 'ok  ', warn: 'warn', bad: 'BAD ', off: 'none' } as const;

/** Custody is reported only if the database answers. */
function unanswered(error: unknown): SystemFinding {
  const detail = error instanceof Error ? error.message : String(error);
  return {
    item: 'database',
    name: '数据库',
    state: 'bad',
    detail,
    text: detail,
    todo: faultWords(error)
      ? 'set it right there (docs/operations.md, Faults); the server goes on by itself then'
      : 'look whether PostgreSQL runs and takes connections',
  };
}
