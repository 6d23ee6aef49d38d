import { sql, type Selectable, type Updateable } from 'kysely';
import { isViewList, type ViewListName } from '../../../contract/console/view-lists.ts';
import { superRoleId } from '../../../domain/business/access/access.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { Operator } from '../../platform/http/operator.ts';

// Queries that lock or change views of lists.
//
// Order of locks: the account whose views or choices change; the view; the role that it is shared with.

type ViewRowOf = Selectable<Tables['list_view']>;

/** A view as one operator sees it. */
export interface FoundView extends Omit<ViewRowOf, 'list' | 'created_at'> {
  readonly list: ViewListName;
  /** Its owner's current name and role. */
  readonly owner: string;
  readonly ownerRole: string;
  /** Name of the role that it is shared with; null if only its owner reads it. */
  readonly position: string | null;
  readonly isDefault: boolean;
  readonly isPinned: boolean;
}

type Reader = Pick<Operator, 'accountId' | 'roleId'>;

/** The views that an operator may read, oldest first: their own, those of their role, and for role 1 those of every role. */
export async function readViews(db: Database | Tx, reader: Reader, only: { readonly id?: string } = {}): Promise<FoundView[]> {
  const rows = await db
    .selectFrom('list_view as v')
    .innerJoin('account as a', 'a.id', 'v.owner_id')
    .leftJoin('role as r', 'r.id', 'v.role_id')
    .leftJoin('list_view_choice as c', (join) => join.onRef('c.view_id', '=', 'v.id').on('c.account_id', '=', reader.accountId))
    .select(['v.id', 'v.owner_id', 'v.role_id', 'v.list', 'v.name', 'v.filters', 'v.columns', 'v.density', 'v.version', 'v.updated_at'])
    .select(['a.realname as owner', 'a.role_id as ownerRole', 'r.position', 'c.is_default', 'c.is_pinned'])
    .where(({ eb, or }) =>
      or([
        eb('v.owner_id', '=', reader.accountId),
        eb('v.role_id', '=', reader.roleId),
        ...(reader.roleId === String(superRoleId) ? [eb('v.role_id', 'is not', null)] : []),
      ]),
    )
    .$if(only.id !== undefined, (query) => query.where('v.id', '=', only.id ?? ''))
    .orderBy('v.id')
    .execute();
  return rows.flatMap(({ list, is_default, is_pinned, ...row }) =>
    isViewList(list) ? [{ ...row, list, isDefault: is_default === true, isPinned: is_pinned === true }] : [],
  );
}

/** Locks an account's views until the transaction ends, so that their count stays valid. */
export async function lockOwnViews(tx: Tx, accountId: string): Promise<void> {
  await sql`select 1 from account where id = ${accountId} for no key update`.execute(tx);
}

/** Locks the view until the transaction ends. */
export async function lockView(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('list_view').select('id').where('id', '=', id).forUpdate().execute();
}

/** Prevents others from sharing views with the role until the transaction ends. Call after locking the account and the view. */
export async function lockSharedViews(tx: Tx, roleId: string): Promise<void> {
  await sql`select 1 from role where id = ${roleId} for no key update`.execute(tx);
}

/** Number of an account's views: of the list, and of all lists. */
export async function countOwnViews(tx: Tx, accountId: string, list: ViewListName): Promise<{ ofList: number; ofAll: number }> {
  const { rows } = await sql<{ ofList: number; ofAll: number }>`
    select count(*) filter (where list = ${list})::int as "ofList", count(*)::int as "ofAll"
    from list_view where owner_id = ${accountId}`.execute(tx);
  return rows[0] ?? { ofList: 0, ofAll: 0 };
}

export async function countSharedViews(tx: Tx, roleId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('list_view')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('role_id', '=', roleId)
    .executeTakeFirstOrThrow();
  return n;
}

/** The stored content of a view. */
export interface ViewContent {
  readonly name: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly columns: ViewRowOf['columns'];
  readonly density: ViewRowOf['density'];
  /** The role whose accounts read it; null for its owner only. */
  readonly roleId: string | null;
}

/** @returns its id; null if the owner already has a view of that name. */
export async function insertView(tx: Tx, ownerId: string, list: ViewListName, view: ViewContent): Promise<string | null> {
  const row = await tx
    .insertInto('list_view')
    .values({ owner_id: ownerId, list, ...written(view) })
    .onConflict((conflict) => conflict.columns(['owner_id', 'list', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** @returns false if its owner has another view of that name. */
export async function updateView(tx: Tx, id: string, view: ViewContent): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select o.id from list_view v join list_view o on o.owner_id = v.owner_id and o.list = v.list and o.id <> v.id
    where v.id = ${id} and o.name = ${view.name}`.execute(tx);
  if (rows.length > 0) return false;
  await tx
    .updateTable('list_view')
    .set({ ...written(view), version: sql`version + 1`, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
  return true;
}

export async function deleteView(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('list_view').where('id', '=', id).execute();
}

/** Stores an operator's choices about a view; fields that are not given stay. */
export async function chooseView(
  tx: Tx,
  accountId: string,
  view: Pick<FoundView, 'id' | 'list'>,
  choice: { readonly is_default?: boolean; readonly is_pinned?: boolean },
): Promise<void> {
  // A list has only one default, so the previous one is cleared first.
  if (choice.is_default === true)
    await tx
      .updateTable('list_view_choice')
      .set({ is_default: false })
      .where('account_id', '=', accountId)
      .where('list', '=', view.list)
      .where('is_default', '=', true)
      .execute();
  await tx
    .insertInto('list_view_choice')
    .values({ account_id: accountId, view_id: view.id, list: view.list, ...choice })
    .onConflict((conflict) => conflict.columns(['account_id', 'view_id']).doUpdateSet(choice))
    .execute();
}

function written({ name, filters, columns, density, roleId }: ViewContent) {
  const row = { name, filters: JSON.stringify(filters), columns: JSON.stringify(columns), density, role_id: roleId };
  return row satisfies Updateable<Tables['list_view']>;
}
