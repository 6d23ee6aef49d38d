import { sql } from 'kysely';
import { accessNodes, superRoleId, type Permission } from '../../domain/access/access.ts';
import type { Database, Tx } from '../db/database.ts';
import { locks } from '../db/locks.ts';
import { recordActs, type Act, type Actor } from '../trail/trail.ts';

/** Who takes an application: the account, and its realname at that moment. */
export interface Acceptor {
  readonly id: string;
  readonly name: string;
}

/**
 * Whoever changes who takes applications, or gives one to somebody, does so one after the other, until the commit: two at once would
 * both see the same fewest. Taken before any row of an account or application is locked.
 */
export async function lockAssignments(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.assignment})`.execute(tx);
}

/**
 * Who is to take the next application: the one with the fewest open ones, of several the first account. Null while nobody takes any. Holds
 * all assignments.
 */
export async function nextAcceptor(tx: Tx): Promise<Acceptor | null> {
  await lockAssignments(tx);
  const [first] = await acceptors(tx);
  return first ? { id: first.id, name: first.name } : null;
}

/** Gives every open application of an account to the others who take some; to nobody, while there is none. @returns how many. */
export async function reassignApplications(tx: Tx, accountId: string, actor: Actor): Promise<number> {
  await lockAssignments(tx);
  const open = await tx
    .selectFrom('notarization_order')
    .select(openFields)
    .where('status', '=', 'pending')
    .where('acceptor_id', '=', accountId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const others = (await acceptors(tx)).filter(({ id }) => id !== accountId);
  return distribute(tx, open, others, actor);
}

/**
 * Gives the open applications that nobody has, or that are with somebody who takes none any more, to those who take some. @returns how
 * many.
 */
export async function assignWaiting(tx: Tx, actor: Actor): Promise<number> {
  await lockAssignments(tx);
  const available = await acceptors(tx);
  if (available.length === 0) return 0;
  const waiting = await orphanedApplications(
    tx,
    available.map(({ id }) => id),
  )
    .select(openFields)
    .orderBy('id')
    .limit(1000)
    .forUpdate()
    .execute();
  return distribute(tx, waiting, available, actor);
}

/** The periodic job: looks first, and holds nobody up while there is nothing to do. */
export async function reassignOrphaned(db: Database): Promise<void> {
  const available = await acceptors(db);
  if (available.length === 0) return;
  const found = await orphanedApplications(
    db,
    available.map(({ id }) => id),
  )
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (found) await db.transaction().execute((tx) => assignWaiting(tx, office));
}
const office: Actor = { kind: 'system', id: '0', name: '系统', ip: '' };
const openFields = ['id', 'acceptor_id', 'acceptor_name'] as const;

interface Open {
  readonly id: string;
  readonly acceptor_id: string | null;
  readonly acceptor_name: string;
}
interface AvailableAcceptor extends Acceptor {
  readonly open: number;
}

/** Enabled accounts that take applications, of enabled roles that see and review them; the least busy first. */
async function acceptors(db: Database | Tx): Promise<readonly AvailableAcceptor[]> {
  const { rows } = await sql<AvailableAcceptor>`
    select a.id, a.realname as name, (select count(*)::int from notarization_order o
      where o.acceptor_id = a.id and o.status = 'pending') as open
      from account a join role r on r.id = a.role_id
     where a.status = 'enabled' and a.accepts and r.status = 'enabled' and (r.id = ${superRoleId} or r.nodes @> ${reviewNodes}::integer[])
     order by open, a.id`.execute(db);
  return rows;
}

function orphanedApplications(db: Database | Tx, available: readonly string[]) {
  return db
    .selectFrom('notarization_order')
    .where('status', '=', 'pending')
    .where((is) => is.or([is('acceptor_id', 'is', null), is('acceptor_id', 'not in', [...available])]));
}

/** One after the other to whoever has the fewest by then. A claim ends with the assignment. */
async function distribute(tx: Tx, open: readonly Open[], available: readonly AvailableAcceptor[], actor: Actor): Promise<number> {
  const shares = available.map(({ id, name, open: busy }) => ({ id, name, busy, given: [] as string[] }));
  const acts: Act[] = [];
  for (const { id, acceptor_id, acceptor_name } of open) {
    const share = shares.reduce<(typeof shares)[number] | null>((least, one) => (least && least.busy <= one.busy ? least : one), null);
    if (share) {
      share.busy += 1;
      share.given.push(id);
    }
    acts.push({
      action: acceptor_id === null ? '分派出证申请' : '改派出证申请',
      object: `application/${id}`,
      before: { acceptor: acceptor_id, name: acceptor_name },
      after: { acceptor: share?.id ?? null, name: share?.name ?? '' },
    });
  }
  const to = shares.length > 0 ? shares : [{ id: null, name: '', given: open.map(({ id }) => id) }];
  for (const { id, name, given } of to) {
    if (given.length === 0) continue;
    await tx
      .updateTable('notarization_order')
      .set({ acceptor_id: id, acceptor_name: name, claimed_by: null, claimed_at: null, claimed_until: null })
      .where('id', 'in', given)
      .where('status', '=', 'pending')
      .execute();
  }
  for (let at = 0; at < acts.length; at += 1000)
    await recordActs(
      tx,
      acts.slice(at, at + 1000).map((act) => ({ actor, act })),
    );
  return open.length;
}

const needed: readonly Permission[] = ['notarization:list', 'notarization:review'];
const reviewNodes = accessNodes.filter(({ permission }) => needed.some((one) => one === permission)).map(({ id }) => id);
