import { compareSaved } from '../../custody/log/saved-checkpoint.ts';
import { readLogKey } from '../../custody/log/log-signer.ts';
import type { Database } from '../../platform/db/database.ts';
import { storedNames } from '../../platform/installation/store-owner.ts';
import type { Config } from '../../platform/runtime/config.ts';
import { advice, type SystemFinding } from './finding.ts';

/** Whether the database still has the checkpoint that lies beside its files (decision 0067): one that fell back does not. */
export async function historyFindings(config: Pick<Config, 'storageUrl' | 'dataDir'>, db: Database): Promise<SystemFinding[]> {
  const line = { item: 'history of the log', name: '日志历史' } as const;
  const key = await readLogKey(db);
  const history = key && (await compareSaved(db, await storedNames(config), key));
  if (!history) return [{ ...line, state: 'ok', detail: 'no checkpoint is kept beside the files yet', text: '文件旁尚无检查点' }];
  const { kept, newest, isInDatabase } = history;
  if (isInDatabase)
    return [
      { ...line, state: 'ok', detail: `the database has checkpoint ${kept}, which lies beside the files`, text: '与文件旁的检查点一致' },
    ];
  return [
    {
      ...line,
      state: 'bad',
      detail:
        `THE DATABASE IS OLDER THAN ITS LOG: checkpoint ${kept} was signed, and the database does not have it (its newest is ${newest}); ` +
        'the log does not grow, and new evidence is not anchored',
      text: `数据库比日志旧：已签发检查点 ${kept}，数据库中没有（最新为 ${newest}），日志停止增长，新的存证不会锚定`,
      ...advice(
        'stop the servers and find the newer database: "A database that fell back" in docs/operations.md',
        '停止全部服务，查找较新的数据库；步骤见 docs/operations.md“A database that fell back”',
      ),
    },
  ];
}
