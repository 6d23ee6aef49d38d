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
export async function holdAssignments(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.assignment})`.execute(tx);
}

/**
 * Who is to take the next application: the one with the fewest open ones, of several the first account. Null while nobody takes any. Holds
 * all assignments.
 */
export async function nextAcceptor(tx: Tx): Promise<Acceptor | null> {
  await holdAssignments(tx);
  const [first] = await acceptors(tx);
  return first ? { id: first.id, name: first.name } : null;
}

/** Gives every open application of an account to the others who take some; to nobody, while there is none. @returns how many. */
export async function reassignApplications(tx: Tx, accountId: string, actor: Actor): Promise<number> {
  await holdAssignments(tx);
  const open = await tx
    .selectFrom('notarization_order')
    .select(openFields)
    .where('status', '=', 'pending')
    .where('acceptor_id', '=', accountId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const others = (await acceptors(tx)).filter(({ id }) => id !== accountId);
  return spread(tx, open, others, actor);
}

/**
 * Gives the open applications that nobody has, or that are with somebody who takes none any more, to those who take some. @returns how
 * many.
 */
export async function assignWaiting(tx: Tx, actor: Actor): Promise<number> {
  await holdAssignments(tx);
  const able = await acceptors(tx);
  if (able.length === 0) return 0;
  const waiting = await strayed(
    tx,
    able.map(({ id }) => id),
  )
    .select(openFields)
    .orderBy('id')
    .limit(1000)
    .forUpdate()
    .execute();
  return spread(tx, waiting, able, actor);
}

/** The chore: looks first, and holds nobody up while there is nothing to do. */
export async function reassignOrphaned(db: Database): Promise<void> {
  const able = await acceptors(db);
  if (able.length === 0) return;
  const found = await strayed(
    db,
    able.map(({ id }) => id),
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
interface Able extends Acceptor {
  readonly open: number;
}

/** Enabled accounts that take applications, of enabled roles that see and review them; the least busy first. */
async function acceptors(db: Database | Tx): Promise<readonly Able[]> {
  const { rows } = await sql<Able>`
    select a.id, a.realname as name, (select count(*)::int from notarization_order o
      where o.acceptor_id = a.id and o.status = 'pending') as open
      from account a join role r on r.id = a.role_id
     where a.status = 'enabled' and a.accepts and r.status = 'enabled' and (r.id = ${superRoleId} or r.nodes @> ${reviewNodes}::integer[])
     order by open, a.id`.execute(db);
  return rows;
}

function strayed(db: Database | Tx, able: readonly string[]) {
  return db
    .selectFrom('notarization_order')
    .where('status', '=', 'pending')
    .where((is) => is.or([is('acceptor_id', 'is', null), is('acceptor_id', 'not in', [...able])]));
}

/** One after the other to whoever has the fewest by then. A claim ends with the assignment. */
async function spread(tx: Tx, open: readonly Open[], able: readonly Able[], actor: Actor): Promise<number> {
  const desks = able.map(({ id, name, open: busy }) => ({ id, name, busy, given: [] as string[] }));
  const acts: Act[] = [];
  for (const { id, acceptor_id, acceptor_name } of open) {
    const desk = desks.reduce<(typeof desks)[number] | null>((least, one) => (least && least.busy <= one.busy ? least : one), null);
    if (desk) {
      desk.busy += 1;
      desk.given.push(id);
    }
    acts.push({
      action: acceptor_id === null ? '分派出证申请' : '改派出证申请',
      object: `application/${id}`,
      before: { acceptor: acceptor_id, name: acceptor_name },
      after: { acceptor: desk?.id ?? null, name: desk?.name ?? '' },
    });
  }
  const to = desks.length > 0 ? desks : [{ id: null, name: '', given: open.map(({ id }) => id) }];
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
