import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { superRoleId } from '../../../domain/business/access/access.ts';
import { insertAccount } from '../../access/accounts/store.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { clockNow, hasEnded, isAhead, leaseEnd } from '../../platform/db/lease.ts';
import { hashPassword } from '../../access/session/sign-in.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';

// Queries that give one server at a time the turn to decide, and create the account that decisions are recorded under.
//
// Order of locks: the turn's only row. Decisions lock their objects in their own transactions. A new account is not visible to others yet.

export interface Turn {
  /** The actor of the decisions. */
  readonly actor: Actor;
  /** The end of the lease, which also identifies it. */
  readonly until: Date;
}

/** Takes the turn; null while another server has it. The first turn ever creates the account. */
export async function takeTurn(db: Database): Promise<Turn | null> {
  if (!(await db.selectFrom('sandbox_turn').select('account_id').executeTakeFirst())) await db.transaction().execute(makeAccount);
  const until = sql.ref<Date>('until');
  const taken = await db
    .updateTable('sandbox_turn')
    .set({ until: leaseEnd(leaseSeconds, clockNow) })
    .where((is) => is.or([is('until', 'is', null), hasEnded(until), isAhead(until, leaseSeconds)]))
    .returning(['account_id', 'until'])
    .executeTakeFirst();
  return taken?.until ? { actor: actorOf(taken.account_id), until: taken.until } : null;
}

/** Ends the turn, unless its lease expired and another server has it. */
export async function endTurn(db: Database, { until }: Turn): Promise<void> {
  await db.updateTable('sandbox_turn').set({ until: null }).where(sql<boolean>`date_trunc('milliseconds', until) = ${until}`).execute();
}

/**
 * Creates the account that reviews require. It is disabled and its password is unknown, so it cannot sign in. If two servers create it at
 * once, the second waits and uses the first one's account.
 */
async function makeAccount(tx: Tx): Promise<void> {
  await sql`lock table sandbox_turn in share row exclusive mode`.execute(tx);
  if (await tx.selectFrom('sandbox_turn').select('account_id').executeTakeFirst()) return;
  const account = {
    username: `sandbox-${randomBytes(4).toString('hex')}`,
    realname: actorName,
    mobile: '',
    role_id: String(superRoleId),
    status: 'disabled',
  } as const;
  const id = await insertAccount(tx, { ...account, password_hash: await hashPassword(randomBytes(32).toString('hex')) });
  await tx.insertInto('sandbox_turn').values({ account_id: id, until: null }).execute();
  await recordTrail(tx, actorOf(id), { action: '新增账号', object: `account/${id}`, after: account });
}

function actorOf(id: string): Actor {
  return { kind: 'system', id, name: actorName, ip: '' };
}

const actorName = '测试环境';
/** Longer than a turn takes. If a lease expires during a turn, two servers decide, and the second decision on an object is refused. */
const leaseSeconds = 30;
