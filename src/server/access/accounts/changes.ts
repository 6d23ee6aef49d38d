import { sql } from 'kysely';
import type { ChangedKind } from '../../../domain/business/codes/access.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { conflict } from '../../platform/http/refusal.ts';
import { changeText } from './change-text.ts';

/** The actions that change a role or an account. The trail's sign-ins and sign-outs are left out. */
const changeActions: Record<ChangedKind, readonly string[]> = {
  role: ['新增角色', '编辑角色', '启用角色', '禁用角色'],
  account: [
    '新增账号',
    '编辑账号',
    '启用账号',
    '禁用账号',
    '确认账号',
    '接受出证',
    '不接受出证',
    '修改密码',
    '启用动态口令',
    '关闭动态口令',
    '重置动态口令',
    '重置身份绑定',
  ],
};

/**
 * Changes of one role or account, newest first, with the exact total. They are read from the trail itself, so there is no second record
 * that could differ.
 */
export async function listChanges(db: Database, kind: ChangedKind, objectId: string, page: number, limit: number) {
  const matching = changesOf(db, kind, objectId);
  const [rows, { total }] = await Promise.all([
    matching
      .select(['id', 'actor_name', 'at', 'action', 'before', 'after'])
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return {
    rows: rows.map(({ id, actor_name, at, action, before, after }) => ({
      id,
      operator: actor_name,
      at,
      text: changeText(kind, action, before, after),
    })),
    total,
  };
}

/**
 * The version of a role or account: the id of its last change. Changes are written under the row's lock, so the ids only grow.
 * Read it before the row: an edit between the two is then detected instead of overwritten.
 */
export async function versionOf(db: Database, kind: ChangedKind, objectId: string): Promise<string> {
  const row = await changesOf(db, kind, objectId).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? '0';
}

/** Call with the row locked. @throws Refusal conflict that lists the changes made since `version`; does nothing without a version. */
export async function refuseStale(tx: Tx, kind: ChangedKind, objectId: string, version: string | undefined): Promise<void> {
  if (version === undefined) return;
  const since = await changesOf(tx, kind, objectId)
    .select(['actor_name', 'action', 'before', 'after'])
    .where('id', '>', version)
    .orderBy('id')
    .execute();
  if (since.length === 0) return;
  const changeTexts = since.map(({ actor_name, action, before, after }) => `${actor_name} ${changeText(kind, action, before, after)}`);
  throw conflict(`已被其他人修改（${changeTexts.join('；')}），请重新打开后再编辑`);
}

function changesOf(db: Database | Tx, kind: ChangedKind, objectId: string) {
  return db.selectFrom('trail').where('object', '=', `${kind}/${objectId}`).where('action', 'in', changeActions[kind]);
}
