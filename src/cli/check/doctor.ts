import type { Config } from '../../server/runtime/config.ts';
import type { SystemFinding } from '../../server/system-status/finding.ts';
import { databaseFindings, machineFindings } from '../../server/system-status/find-all.ts';
import { withDatabase } from '../lib/connect.ts';
import { faultWords } from '../../server/runtime/fault-words.ts';

/**
 * Reports in one line each what this machine has and lacks, and the state of custody as 系统状态 shows it; exit 1 if something must be
 * done.
 * The slow checks run in parallel.
 */
export async function doctor(config: Config, json: boolean): Promise<void> {
  const machine = machineFindings(config, null);
  const database = await withDatabase(config, (db, pool) => databaseFindings(config, { db, pool })).catch((error: unknown) => [
    unanswered(error),
  ]);
  const [first, second, ...others] = await machine;
  const findings = [first, second, ...database, ...others].filter((finding) => finding !== undefined);
  if (findings.some(({ state }) => state === 'bad')) process.exitCode = 1;
  console.log(
    json ? JSON.stringify(findings.map((finding) => ({ ...finding, ok: finding.state !== 'bad' }))) : findings.map(lineOf).join('\n'),
  );
}

function lineOf({ item, state, detail, todo }: SystemFinding): string {
  return `${marks[state]} ${item}: ${detail}${todo === undefined ? '' : `\n     -> ${todo}`}`;
}

const marks = { ok: 'ok  ', warn: 'warn', bad: 'BAD ' } as const;

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
