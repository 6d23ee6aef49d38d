import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { superRoleId } from '../../domain/access/access.ts';
import { insertAccount } from '../access/store.ts';
import type { Database, Tx } from '../db/database.ts';
import { clockNow, hasEnded, isAhead, leaseEnd } from '../db/lease.ts';
import { hashPassword } from '../session/sign-in.ts';
import { recordTrail, type Actor } from '../trail/trail.ts';

// What gives one server at a time the turn to decide, and keeps the account in whose name decisions stand.
//
// Order of locks: the turn's only row, and nothing else: what is decided is locked by the functions that decide it, in transactions of
// their own. A new account is nobody else's yet.

export interface Turn {
  /** Who decides. */
  readonly actor: Actor;
  /** Names the lease. */
  readonly until: Date;
}

/** Takes the turn; null while another server has it. The first turn of all makes the account. */
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

/** Gives the turn back, unless its lease ran out and another server has it. */
export async function endTurn(db: Database, { until }: Turn): Promise<void> {
  await db.updateTable('sandbox_turn').set({ until: null }).where(sql<boolean>`date_trunc('milliseconds', until) = ${until}`).execute();
}

/**
 * Reviews name an account. This one is disabled, and nobody knows its password: it signs in nowhere. Of two servers that make it at once
 * the second waits, and keeps what the first has made.
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
/** Longer than a turn takes. One that ends under its server leaves two that decide, of which one is refused by what it decides. */
const leaseSeconds = 30;
