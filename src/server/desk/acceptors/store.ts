import { sql } from 'kysely';
import { accessNodes, superRoleId, type Permission } from '../../../domain/business/access/access.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { locks } from '../../platform/db/locks.ts';

// All SQL that locks or changes the acceptors of applications.
//
// Order of locks: all assignments, by an advisory lock, before any row of an account or application; then the applications by id.

/** The operator to whom an application is assigned: the account ID, and its realname at that moment. */
export interface Acceptor {
  readonly id: string;
  readonly name: string;
}
export interface AbleAcceptor extends Acceptor {
  /** The number of pending applications assigned to the account. */
  readonly open: number;
}
export interface OpenApplication {
  readonly id: string;
  readonly acceptor_id: string | null;
  readonly acceptor_name: string;
}

/**
 * Serialises, until the commit, all changes of acceptors and assignments: two concurrent ones would pick the same least busy acceptor.
 */
export async function lockAssignments(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.assignment})`.execute(tx);
}

/** Enabled accounts that take applications and whose enabled role may list and review them; the least busy first. */
export async function ableAcceptors(db: Database | Tx): Promise<readonly AbleAcceptor[]> {
  const { rows } = await sql<AbleAcceptor>`
    select a.id, a.realname as name, (select count(*)::int from notarization_order o
      where o.acceptor_id = a.id and o.status = 'pending') as open
      from account a join role r on r.id = a.role_id where ${isAble()} order by open, a.id`.execute(db);
  return rows;
}

/** One account of `ableAcceptors`; undefined if the account takes no applications. */
export async function findAbleAcceptor(db: Database | Tx, id: string): Promise<Acceptor | undefined> {
  const { rows } = await sql<Acceptor>`
    select a.id, a.realname as name from account a join role r on r.id = a.role_id where a.id = ${id} and ${isAble()}`.execute(db);
  return rows[0];
}

/** Account IDs of the acceptors of open applications, for each evidence of these numbers that such applications cover. */
export function openAcceptorsOf(tx: Tx, numbers: readonly string[]) {
  return tx
    .selectFrom('notarization_evidence')
    .innerJoin('evidence', 'evidence.id', 'evidence_id')
    .innerJoin('notarization_order', 'notarization_order.id', 'order_id')
    .select(['number', sql<string[]>`array_agg(distinct acceptor_id)::text[]`.as('acceptors')])
    .where('number', '=', sql<string>`any(${[...numbers]})`)
    .where('notarization_order.status', '=', 'pending')
    .where('acceptor_id', 'is not', null)
    .groupBy('number')
    .orderBy('number')
    .execute();
}

/** Reads and locks the open applications of an account. */
export function lockOpenOf(tx: Tx, accountId: string): Promise<OpenApplication[]> {
  return tx
    .selectFrom('notarization_order')
    .select(openFields)
    .where('status', '=', 'pending')
    .where('acceptor_id', '=', accountId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Reads and locks open applications that belong to none of the given acceptors, at most a thousand. */
export function lockOrphaned(tx: Tx, able: readonly Acceptor[]): Promise<OpenApplication[]> {
  return orphaned(tx, able).select(openFields).orderBy('id').limit(1000).forNoKeyUpdate().execute();
}

/** Whether an open application belongs to none of the given acceptors. */
export async function hasOrphaned(db: Database, able: readonly Acceptor[]): Promise<boolean> {
  return (await orphaned(db, able).select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Assigns locked applications to an acceptor, or to nobody (`id` null). This ends their claims. */
export async function setAcceptor(
  tx: Tx,
  { id, name }: { readonly id: string | null; readonly name: string },
  applicationIds: readonly string[],
): Promise<void> {
  await tx
    .updateTable('notarization_order')
    .set({ acceptor_id: id, acceptor_name: name, claimed_by: null, claimed_at: null, claimed_until: null })
    .where('id', 'in', [...applicationIds])
    .where('status', '=', 'pending')
    .execute();
}

function orphaned(db: Database | Tx, able: readonly Acceptor[]) {
  const ids = able.map(({ id }) => id);
  return db
    .selectFrom('notarization_order')
    .where('status', '=', 'pending')
    .where((is) => is.or([is('acceptor_id', 'is', null), is('acceptor_id', 'not in', ids)]));
}

function isAble() {
  return sql`a.status = 'enabled' and a.accepts and r.status = 'enabled'
    and (r.id = ${superRoleId} or r.nodes @> ${reviewNodes}::integer[])`;
}

const openFields = ['id', 'acceptor_id', 'acceptor_name'] as const;
const needed: readonly Permission[] = ['notarization:list', 'notarization:review'];
const reviewNodes = accessNodes.filter(({ permission }) => needed.some((one) => one === permission)).map(({ id }) => id);
