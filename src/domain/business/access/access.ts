import type { UserType } from '../codes/users.ts';

/**
 * The permission tree. Ids are stable and never change their meaning (spec/wire, 5).
 * A page or an action has a permission string; a group has none.
 */
export const permissionTree = [
  group(1, '用户管理', '/user', 'user', [
    page(2, '企业用户认证', '/enterprise', 'user:enterprise'),
    page(3, '个人用户认证', '/individual', 'user:individual'),
    page(4, '用户余额查询', '/balance', 'user:balance'),
    page(5, '积分赠送', '/integral', 'user:integral'),
    page(50, '个人信息删除', '/erasure', 'user:erasure'),
    action(27, '用户审核', 'user:review'),
    action(28, '赠送积分', 'user:gift'),
    action(51, '申请删除个人信息', 'user:erase:request'),
    action(52, '批准删除个人信息', 'user:erase:approve'),
  ]),
  group(6, '数据存证', '/evidence', 'evidence', [
    page(7, '企业存证列表', '/EnterpriseCertificate', 'evidence:enterprise'),
    page(8, '个人存证列表', '/certificate', 'evidence:personal'),
    action(30, '证据下载', 'evidence:download'),
  ]),
  group(9, '在线公证', '/evidence', 'notarization', [
    page(10, '出证申请', '/results', 'notarization:list'),
    action(29, '出证审核', 'notarization:review'),
  ]),
  group(11, '在线取证', '/online', 'online', [
    page(12, '网页取证', '/web', 'online:web'),
    page(13, '过程取证', '/process', 'online:process'),
    page(14, '移动端取证', '/move', 'online:move'),
  ]),
  group(15, '财务管理', '/money', 'finance', [
    page(16, '公证订单', '/just', 'finance:order'),
    page(17, '充值消费订单', '/customer', 'finance:charge'),
    page(18, '发票审核', '/invoice', 'finance:invoice'),
    action(31, '发票初审', 'finance:invoice:first'),
    action(32, '财务开票', 'finance:invoice:issue'),
  ]),
  group(19, 'App管理', '/app', 'app', [
    page(20, '版本管理', '/index', 'app:version'),
    page(21, '用户反馈', '/feedback', 'app:feedback'),
    action(33, '发布版本', 'app:publish'),
  ]),
  group(22, '权限管理', '/authority', 'authority', [
    page(23, '角色管理', '/role', 'authority:role'),
    page(24, '账号管理', '/account', 'authority:account'),
    page(25, '后台登录日志', '/log', 'authority:log'),
    page(26, '前台登录日志', '/userLog', 'authority:userLog'),
    page(38, '操作日志', '/trail', 'authority:trail'),
    action(34, '编辑角色', 'authority:role:edit'),
    action(35, '编辑账号', 'authority:account:edit'),
  ]),
  action(36, '数据导出', 'export'),
  group(39, '开放接口', '/open', 'open', [
    page(40, '接口客户端', '/client', 'open:client'),
    page(41, '事件与回调', '/webhook', 'open:webhook'),
    action(42, '管理接口客户端', 'open:client:edit'),
  ]),
  group(46, '机构与系统', '/office', 'office', [
    page(43, '机构资质', '/credentials', 'office:credentials'),
    page(44, '见证', '/witness', 'custody:witness'),
    page(45, '系统状态', '/status', 'system:status'),
  ]),
  action(37, '数据权限', 'data:own'), // must stay the last node: spec/finance-app-authority, 2.4, takes the last one off the tree
] as const satisfies readonly AccessNode[];

type Flatten<T> = T extends { permission: infer P extends string } ? P : T extends { children: readonly (infer C)[] } ? Flatten<C> : never;
/** Every permission string of the tree as a type, so that a call cannot name one that does not exist. */
export type Permission = Flatten<(typeof permissionTree)[number]>;

export interface AccessNode {
  readonly id: number;
  readonly name: string;
  readonly kind: 'group' | 'page' | 'action';
  /** Address of a group, or of a page as interpreted by `pageAddress` (page-address); empty for actions. */
  readonly url: string;
  readonly icon: string;
  readonly permission?: string;
  readonly children?: readonly AccessNode[];
}

/** The page permission for users of each type. */
export const userPage: Record<UserType, Permission> = { personal: 'user:individual', enterprise: 'user:enterprise' };

/** All nodes, parents before children, each with its parent's id (0 at the top). */
export const accessNodes: readonly (AccessNode & { parentId: number })[] = permissionTree.flatMap((top) => flatten(top, 0));

export const allNodeIds: readonly number[] = accessNodes.map((node) => node.id);

/** Id of the page or action with a permission. */
export function nodeOf(permission: Permission): number {
  const node = accessNodes.find((one) => one.permission === permission);
  if (!node) throw new RangeError(`no node for ${permission}`);
  return node.id;
}

/** Role 1 has every node, is never edited, and is not restricted by node 37. */
export const superRoleId = 1;

/** The permissions of a set of node ids. Unknown ids are ignored. The sets are cached: there are few roles, and every call needs them. */
export function permissionsOf(roleId: number, nodeIds: readonly number[]): ReadonlySet<Permission> {
  const key = roleId === superRoleId ? 'all' : nodeIds.join();
  const known = permissionSets.get(key);
  if (known) return known;
  if (permissionSets.size > 1000) permissionSets.clear();
  const found = permissionSet(roleId, nodeIds);
  permissionSets.set(key, found);
  return found;
}

const permissionSets = new Map<string, ReadonlySet<Permission>>();

function permissionSet(roleId: number, nodeIds: readonly number[]): ReadonlySet<Permission> {
  const held = new Set(roleId === superRoleId ? allNodeIds : nodeIds);
  const permissions = accessNodes.filter((node) => held.has(node.id)).map((node) => node.permission);
  return new Set(permissions.filter((permission): permission is Permission => permission !== undefined));
}

/** Node 数据权限: restricts its holder to their own applications. It never restricts role 1. */
export const dataOwnNodeId = 37;

function flatten(node: AccessNode, parentId: number): (AccessNode & { parentId: number })[] {
  return [{ ...node, parentId }, ...(node.children ?? []).flatMap((child) => flatten(child, node.id))];
}

function group<const C extends readonly AccessNode[]>(id: number, name: string, url: string, icon: string, children: C) {
  return { id, name, kind: 'group', url, icon, children } as const;
}

function page<const P extends string>(id: number, name: string, url: string, permission: P) {
  return { id, name, kind: 'page', url, icon: '', permission } as const;
}

function action<const P extends string>(id: number, name: string, permission: P) {
  return { id, name, kind: 'action', url: '', icon: '', permission } as const;
}
