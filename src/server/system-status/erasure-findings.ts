import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { advice, type SystemFinding } from './finding.ts';

/** Approved erasures are carried out within seconds, and their files removed after ten minutes, so an hour is too long. */
export async function erasureFindings(db: Database): Promise<SystemFinding[]> {
  const { rows } = await sql<{ rows: number; files: number; late: number }>`
    select count(*) filter (where state = 'approved')::integer as rows, count(*) filter (where state = 'erased')::integer as files,
      count(*) filter (where greatest(decided_at, repeated_at) < clock_timestamp() - interval '1 hour')::integer as late
    from erasure where state in ('approved', 'erased')`.execute(db);
  const { rows: words = 0, files = 0, late = 0 } = rows[0] ?? {};
  const line = { item: 'erasures', name: '个人信息删除' } as const;
  if (words + files === 0) return [{ ...line, state: 'ok', detail: 'none waits', text: '没有待执行的删除' }];
  const finding = {
    ...line,
    detail: `${words} wait for their turn, of ${files} the files are still there${late > 0 ? `; ${late} wait for over an hour` : ''}`,
    text: `${words} 件已批准待执行，${files} 件的文件待清除${late > 0 ? `，其中 ${late} 件已超过 1 小时` : ''}`,
  };
  if (late === 0) return [{ ...finding, state: 'ok' }];
  const todo = advice('start a server; its log says under "erasing personal data" why one fails', '启动服务；失败原因见服务日志');
  return [{ ...finding, state: 'bad', ...todo }];
}
