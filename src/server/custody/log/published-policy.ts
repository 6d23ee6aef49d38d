import { formatVkey } from '../../../domain/proof/tlog/note-key.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { readLogKey } from './log-signer.ts';

/** The office's policy as published (C2SP tlog-policy); without witnesses it names the log alone. Null before the log's first start. */
export async function publishedPolicy(db: Database | Tx): Promise<string | null> {
  const row = await db.selectFrom('witness_policy').select('text').executeTakeFirst();
  if (row) return row.text;
  const key = await readLogKey(db);
  return key && `log ${formatVkey(key)}\nquorum none\n`;
}
