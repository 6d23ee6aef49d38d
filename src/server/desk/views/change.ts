import type { SavedView } from '../../../contract/console/views.ts';
import { viewLists, type ViewListName } from '../../../contract/console/view-lists.ts';
import { viewLimits } from '../../../domain/business/codes/views.ts';
import { maskIdNumber } from '../../../domain/kit/text/masking.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { isSuper, type Operator } from '../../platform/http/operator.ts';
import { conflict, refuse, Refusal } from '../../platform/http/refusal.ts';
import { recordTrail, type Actor } from '../trail/trail.ts';
import {
  chooseView,
  countOwnViews,
  countSharedViews,
  deleteView,
  insertView,
  lockOwnViews,
  lockSharedViews,
  lockView,
  readViews,
  updateView,
  type FoundView,
  type ViewContent,
} from './store.ts';
import { maskedFilters } from './wire-rows.ts';
import { mayOpen, refuseUnknownFilters } from './view-list.ts';

/** The operator, and the actor for the trail. */
export interface Editor {
  readonly operator: Operator;
  readonly actor: Actor;
}

/** Whether the operator may change a view that they can read: its owner, and role 1 if it is shared. */
export function mayEdit(view: Pick<FoundView, 'owner_id' | 'role_id'>, operator: Operator): boolean {
  return view.owner_id === operator.accountId || (isSuper(operator) && view.role_id !== null);
}

/** Creates a view of the operator. @returns its id. @throws Refusal */
export function addView(db: Database, list: ViewListName, name: string, given: SavedView, { operator, actor }: Editor): Promise<string> {
  if (!mayOpen(list, operator)) throw new Refusal('forbidden');
  refuseUnknownFilters(list, given.filters ?? {});
  const view: ViewContent = {
    name,
    filters: given.filters ?? {},
    columns: given.columns ?? [],
    density: given.density ?? 'normal',
    roleId: given.scope === 'role' ? operator.roleId : null,
  };
  return db.transaction().execute(async (tx) => {
    await lockOwnViews(tx, operator.accountId);
    const { ofList, ofAll } = await countOwnViews(tx, operator.accountId, list);
    if (ofList >= viewLimits.perList) throw refuse(`每个列表最多保存${viewLimits.perList}个视图，请先删除不用的视图`);
    if (ofAll >= viewLimits.perOwner) throw refuse(`最多保存${viewLimits.perOwner}个视图，请先删除不用的视图`);
    if (view.roleId !== null) await requireRoom(tx, view.roleId);
    const id = await insertView(tx, operator.accountId, list, view);
    if (id === null) throw sameName();
    await recordTrail(tx, actor, { action: '保存视图', object: `view/${id}`, after: { list: viewLists[list].title, ...noted(view) } });
    if (given.pinned === true) await pin(tx, { id, list }, true, { operator, actor });
    return id;
  });
}

/** Changes the given fields of a view, and pins it for the operator. @throws Refusal */
export function changeView(db: Database, id: string, given: SavedView, { operator, actor }: Editor): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockOwnViews(tx, operator.accountId);
    const view = await lockedView(tx, id, operator);
    if (given.list !== undefined && given.list !== view.list) throw refuse('视图不能改到另一个列表');
    const { name, filters, columns, density, scope } = given;
    if ([name, filters, columns, density, scope].some((value) => value !== undefined)) {
      requireEditable(view, operator);
      if (given.version !== undefined && given.version !== view.version) throw conflict('该视图已被修改，请刷新后重试');
      const before = contentOf(view);
      const kept = keptFilters(filters, before.filters);
      if (filters) refuseUnknownFilters(view.list, kept);
      const after: ViewContent = {
        name: name === undefined || name === maskIdNumber(before.name) ? before.name : name,
        filters: kept,
        columns: columns ?? before.columns,
        density: density ?? before.density,
        // A shared view stays with its role when its owner changes roles.
        roleId: scope === undefined ? before.roleId : scope === 'own' ? null : (before.roleId ?? view.ownerRole),
      };
      if (after.roleId !== null && after.roleId !== before.roleId) await requireRoom(tx, after.roleId);
      if (!(await updateView(tx, id, after))) throw sameName();
      await recordTrail(tx, actor, { action: '修改视图', object: `view/${id}`, before: noted(before), after: noted(after) });
    }
    if (given.pinned !== undefined && given.pinned !== view.isPinned) await pin(tx, view, given.pinned, { operator, actor });
  });
}

/** @throws Refusal */
export function removeView(db: Database, id: string, { operator, actor }: Editor): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const view = await lockedView(tx, id, operator);
    requireEditable(view, operator);
    await deleteView(tx, id);
    await recordTrail(tx, actor, {
      action: '删除视图',
      object: `view/${id}`,
      before: { list: viewLists[view.list].title, ...noted(contentOf(view)) },
    });
  });
}

/** Makes the list open with this view for the operator, or no longer. @throws Refusal */
export function setDefaultView(db: Database, id: string, isDefault: boolean, { operator, actor }: Editor): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockOwnViews(tx, operator.accountId);
    const view = await lockedView(tx, id, operator);
    if (view.isDefault === isDefault) return;
    await chooseView(tx, operator.accountId, view, { is_default: isDefault });
    await recordTrail(tx, actor, { action: isDefault ? '设为默认视图' : '取消默认视图', object: `view/${id}`, after: { name: view.name } });
  });
}

/** All accounts of a role see its shared views, so their number is limited. */
async function requireRoom(tx: Tx, roleId: string): Promise<void> {
  await lockSharedViews(tx, roleId);
  if ((await countSharedViews(tx, roleId)) >= viewLimits.sharedPerRole)
    throw refuse(`一个角色最多共享${viewLimits.sharedPerRole}个视图，请先取消不用的共享`);
}

async function pin(tx: Tx, view: Pick<FoundView, 'id' | 'list'>, isPinned: boolean, { operator, actor }: Editor): Promise<void> {
  if (isPinned) {
    if (viewLists[view.list].page === '') throw refuse('该列表不在菜单中，不能固定视图');
    const pinned = (await readViews(tx, operator)).filter((one) => one.isPinned && mayOpen(one.list, operator));
    if (pinned.length >= viewLimits.pinned) throw refuse(`最多固定${viewLimits.pinned}个视图，请先取消固定不用的视图`);
  }
  await chooseView(tx, operator.accountId, view, { is_pinned: isPinned });
  await recordTrail(tx, actor, { action: isPinned ? '固定视图' : '取消固定视图', object: `view/${view.id}` });
}

/** The view, locked. Another operator's own view is answered as if it did not exist. */
async function lockedView(tx: Tx, id: string, operator: Operator): Promise<FoundView> {
  await lockView(tx, id);
  const [view] = await readViews(tx, operator, { id });
  if (!view || !mayOpen(view.list, operator)) throw refuse('该视图不存在');
  return view;
}

function requireEditable(view: FoundView, operator: Operator): void {
  if (!mayEdit(view, operator)) throw refuse('只有创建人或管理员可以修改共享的视图');
}

function sameName(): Refusal {
  return refuse('已有同名视图', { name: '已有同名视图' });
}

function contentOf({ name, filters, columns, density, role_id: roleId }: FoundView): ViewContent {
  return { name, filters, columns, density, roleId };
}

/** A filter that comes back masked, as another operator read it, keeps what it was. */
function keptFilters(given: ViewContent['filters'] | undefined, before: ViewContent['filters']): ViewContent['filters'] {
  if (given === undefined) return before;
  const masked = maskedFilters(before);
  return Object.fromEntries(
    Object.entries(given).map(([field, value]) => [field, value === masked[field] ? (before[field] ?? value) : value]),
  );
}

/** The view for the trail, where an identity number in a filter is masked. */
function noted({ name, filters, columns, density, roleId }: ViewContent) {
  return {
    name: maskIdNumber(name),
    filters: maskedFilters(filters),
    columns: columns.filter(({ hidden }) => hidden === 0).map(({ title }) => title),
    density,
    scope: roleId === null ? 'own' : 'role',
  };
}
