import { sql } from 'kysely';
import type { EnabledStatus } from '../../../domain/business/codes/access.ts';
import type { Granter } from '../../../domain/business/access/role-nodes.ts';
import { isUniqueViolation, type Database, type Tx } from '../../platform/db/database.ts';
import { foldOf, isFolded, wholeNumber } from '../../desk/lists/keyword.ts';
import { conflict, refuse } from '../../platform/http/refusal.ts';
import { endSessions } from '../session/store.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { refuseStale } from './changes.ts';
import { isSuperRole, requireGrantable } from './grants.ts';
import { ownRoleFault, requireReach, superRoleFault } from './reach.ts';
import { changeRole, insertRole, lockRole } from './store.ts';

/** The operator who changes a role, and their own role. */
export interface RoleEditor {
  readonly granter: Granter;
  readonly roleId: string;
  readonly actor: Actor;
}

export interface RoleForm {
  readonly position: string;
  readonly description: string;
  readonly nodes: readonly number[];
  /** Undefined keeps the current setting. */
  readonly requiresTotp: boolean | undefined;
}

/** Roles, newest first, with the exact total. */
export async function listRoles(db: Database, keyword: string, page: number, limit: number) {
  const matching = db
    .selectFrom('role')
    .$if(keyword !== '', (query) =>
      query.where((is) => is.or([isFolded(sql.ref('position'), foldOf(keyword)), ...wholeNumber(keyword).map((id) => is('id', '=', id))])),
    );
  const [rows, { total }] = await Promise.all([
    matching
      .select(['id', 'position', 'description', 'status', 'nodes'])
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}
export type ListedRole = Awaited<ReturnType<typeof listRoles>>['rows'][number];

export function findRole(db: Database | Tx, id: string) {
  return db.selectFrom('role').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @throws Refusal if the name is taken or the granter may not grant a node. */
export async function addRole(db: Database, form: RoleForm, { granter, actor }: RoleEditor): Promise<void> {
  requireGrantable(granter, [], form.nodes);
  await refuseTakenName(
    db.transaction().execute(async (tx) => {
      const { position, description, requiresTotp = false } = form;
      const role = { position, description, nodes: [...form.nodes] };
      const id = await insertRole(tx, { ...role, requires_totp: requiresTotp });
      await recordTrail(tx, actor, {
        action: '新增角色',
        object: `role/${id}`,
        after: { ...role, ...(requiresTotp ? { requiresTotp } : {}) },
      });
    }),
  );
}

/**
 * Changes a role; its holders' permissions change at their next call.
 * @throws Refusal for role 1, one's own role, one with more permissions, a taken name or a node that the granter may not grant; a conflict
 * if it has changed since `version`.
 */
export async function editRole(
  db: Database,
  id: string,
  form: RoleForm,
  version: string | undefined,
  { granter, roleId, actor }: RoleEditor,
): Promise<void> {
  await refuseTakenName(
    db.transaction().execute(async (tx) => {
      const role = await lockChangeable(tx, id);
      requireGrantable(granter, role.nodes, form.nodes);
      if (id === roleId) throw refuse(ownRoleFault);
      requireReach(granter, { roleId: id, nodes: role.nodes }, '修改');
      await refuseStale(tx, 'role', id, version);
      const { before, after } = differences(role, form);
      if (Object.keys(after).length === 0) return;
      await changeRole(tx, role, {
        position: form.position,
        description: form.description,
        nodes: [...form.nodes],
        requires_totp: form.requiresTotp ?? role.requires_totp,
      });
      await recordTrail(tx, actor, { action: '编辑角色', object: `role/${id}`, before, after });
    }),
  );
}

/**
 * Disabling ends the sessions of every account of the role. @throws Refusal for role 1, one's own role and one with more permissions; a
 * conflict if it already has that status.
 */
export async function setRoleStatus(
  db: Database,
  id: string,
  status: EnabledStatus,
  { granter, roleId, actor }: RoleEditor,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const role = await lockChangeable(tx, id);
    if (status === 'disabled' && id === roleId) throw refuse('不能禁用自己所属的角色');
    requireReach(granter, { roleId: id, nodes: role.nodes }, status === 'enabled' ? '启用' : '禁用');
    if (role.status === status) throw conflict(status === 'enabled' ? '该角色已被启用' : '该角色已被禁用');
    await changeRole(tx, role, { status });
    if (status === 'disabled') await endSessions(tx, { roleId: id }, 'disabled');
    await recordTrail(tx, actor, {
      action: status === 'enabled' ? '启用角色' : '禁用角色',
      object: `role/${id}`,
      before: { status: role.status },
      after: { status },
    });
  });
}

/** Locks a role, so that changes run one after another. @throws Refusal for role 1, and if the role does not exist. */
async function lockChangeable(tx: Tx, id: string) {
  if (isSuperRole(id)) throw refuse(superRoleFault);
  const role = await lockRole(tx, id);
  if (!role) throw refuse('该角色不存在');
  return role;
}

/** The changed fields only, for the trail and the change records. */
function differences(role: { position: string; description: string; nodes: number[]; requires_totp: boolean }, form: RoleForm) {
  const old = { position: role.position, description: role.description, nodes: role.nodes, requiresTotp: role.requires_totp };
  const now = {
    position: form.position,
    description: form.description,
    nodes: form.nodes,
    requiresTotp: form.requiresTotp ?? role.requires_totp,
  };
  const isSame = {
    position: old.position === now.position,
    description: old.description === now.description,
    nodes: haveSameNodes(old.nodes, now.nodes),
    requiresTotp: old.requiresTotp === now.requiresTotp,
  };
  const changed = (['position', 'description', 'nodes', 'requiresTotp'] as const).filter((field) => !isSame[field]);
  const pick = (from: typeof now) => Object.fromEntries(changed.map((field) => [field, from[field]]));
  return { before: pick(old), after: pick(now) };
}

function haveSameNodes(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}

async function refuseTakenName(saving: Promise<void>): Promise<void> {
  await saving.catch((error: unknown) => {
    throw isUniqueViolation(error, 'role_position_key') ? refuse('角色名称已存在', { roleName: '角色名称已存在' }) : error;
  });
}
