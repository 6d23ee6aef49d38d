import type { ChangedKind } from '../../../domain/business/codes/access.ts';
import { nodeNames } from '../../../domain/business/access/role-nodes.ts';
import type { TrailState } from '../../platform/db/json.ts';

/**
 * A change as readable text: the action, and each field's old and new value, with the names of nodes. Secrets never enter the trail, so
 * they are not here either.
 */
export function changeText(kind: ChangedKind, action: string, before: TrailState | null, after: TrailState | null): string {
  const parts = Object.keys(labels[kind]).flatMap((field) => fieldText(kind, field, before, after));
  return parts.length === 0 ? action : `${action}：${parts.join('；')}`;
}

/** Fields in the order of the form. */
const labels: Record<ChangedKind, Readonly<Record<string, string>>> = {
  role: { position: '角色名称', description: '角色描述', nodes: '权限', requiresTotp: '登录须动态口令' },
  account: { username: '用户名', passwordChanged: '密码', realname: '姓名', mobile: '手机号', position: '角色' },
};

function fieldText(kind: ChangedKind, field: string, before: TrailState | null, after: TrailState | null): string[] {
  const [old, now] = [before?.[field], after?.[field]];
  const label = labels[kind][field] ?? field;
  if (now === undefined || now === null) return [];
  if (field === 'nodes') return nodesText(idsOf(old), idsOf(now));
  if (field === 'passwordChanged') return ['密码已修改'];
  if (typeof now === 'boolean') return [`${label}：${now ? '是' : '否'}`];
  return [old === undefined || old === null ? `${label}“${String(now)}”` : `${label}由“${String(old)}”改为“${String(now)}”`];
}

function nodesText(old: readonly number[], now: readonly number[]): string[] {
  const added = nodeNames(now.filter((id) => !old.includes(id)));
  const removed = nodeNames(old.filter((id) => !now.includes(id)));
  return [
    ...(added.length > 0 ? [`新增权限：${added.join('、')}`] : []),
    ...(removed.length > 0 ? [`移除权限：${removed.join('、')}`] : []),
  ];
}

function idsOf(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number') : [];
}
