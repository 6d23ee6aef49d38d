import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import { conflict, refuse } from '../../platform/http/refusal.ts';
import { endSessions, lockSession } from '../session/store.ts';
import { isLive, type SessionLimits } from '../session/validity.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';

/** The live sessions of an account, newest first, with the exact total. */
export async function listSessions(db: Database, accountId: string, limits: SessionLimits, page: number, limit: number) {
  const matching = db
    .selectFrom('session')
    .where('account_id', '=', accountId)
    .where(sql.raw<boolean>(isLive(limits)));
  const [rows, { total }] = await Promise.all([
    matching
      .select(['id', 'created_at', 'last_seen_at', 'ip', 'user_agent', 'token_hash'])
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}
export type ListedSession = Awaited<ReturnType<typeof listSessions>>['rows'][number];

/** The account of a session. @throws Refusal if there is no session of this id. */
export async function sessionOwner(tx: Tx, id: string): Promise<string> {
  const session = await tx.selectFrom('session').select('account_id').where('id', '=', id).executeTakeFirst();
  if (!session) throw refuse('该会话不存在');
  return session.account_id;
}

/** Ends one session; its token gets 401 from now on. @throws Refusal conflict if it has already ended. */
export async function revokeSession(tx: Tx, id: string, accountId: string, actor: Actor): Promise<void> {
  const session = await lockSession(tx, id);
  if (!session) throw conflict('该会话已结束');
  await endSessions(tx, { hash: session.token_hash }, 'revoked');
  await recordTrail(tx, actor, { action: '结束会话', object: `account/${accountId}`, before: { session: id, ip: session.ip } });
}
