import type { ComponentType } from 'react';
import type { Permission } from '../../domain/access/access.ts';
import { addressOf } from '../notarizations/address.ts';
import { applicationSource } from '../notarizations/sources.ts';
import { detailFields } from '../evidence/detail-fields.ts';
import { enterpriseEvidenceSource, personalEvidenceSource } from '../evidence/sources.ts';
import type { PathOf } from '../net/call.ts';
import type { ListSource } from '../list/list-source.ts';
import type { Fields } from '../net/request.ts';
import { accountSource, roleSource } from '../access/sources.ts';
import { feedbackSource } from '../feedback/sources.ts';
import { invoiceSource } from '../invoices/sources.ts';
import { chargeSource, orderSource } from '../orders/sources.ts';
import { attestationCall, kindOfSegment } from '../online-evidence/kinds.ts';
import { moveBatchSource, moveSource, processBatchSource, processSource, webBatchSource, webSource } from '../online-evidence/sources.ts';
import { adminLogSource, userLogSource } from '../login-logs/sources.ts';
import { balanceDetailSource, balanceSource, giftSource } from '../points/sources.ts';
import { trailSource } from '../trail/sources.ts';
import { androidSource, iosSource } from '../releases/sources.ts';
import { enterpriseSource, individualSource } from '../users/sources.ts';
import { workbenchPath } from '../session/guard.ts';

/** One address of the console. */
export interface Screen {
  /** As react-router reads it; capitals count. */
  readonly path: string;
  readonly title: string;
  /** Any of these opens it, or being signed in; the server decides again at each call. */
  readonly permission: readonly [Permission, ...Permission[]] | 'signedIn';
  readonly load: () => Promise<ComponentType>;
  /** A list's source, or the one call of another screen: asked for before the screen's chunk has come. */
  readonly list?: ListSource | ((params: Readonly<Record<string, string>>) => ListSource);
  readonly first?: (params: Readonly<Record<string, string>>) => { readonly path: PathOf<'GET'>; readonly fields: Fields };
  /**
   * The page above it in the breadcrumb, when the menu does not have it: an address, or the page that the operator came from.
   * The attestation and certificate routes take `'previous'` (seed 1, section 2, Navigation guard).
   */
  readonly parent?: string;
}

/** Every screen, once. */
export const screens: readonly Screen[] = [
  {
    path: workbenchPath,
    title: '工作台',
    permission: 'signedIn',
    first: () => ({ path: '/api/ajax/workbench/getSummary', fields: {} }),
    load: async () => (await import('../workbench/workbench.tsx')).Workbench,
  },
  {
    path: '/user/enterprise',
    title: '企业用户认证',
    permission: ['user:enterprise'],
    list: enterpriseSource,
    load: async () => (await import('../users/enterprise-users.tsx')).EnterpriseUsers,
  },
  {
    path: '/user/individual',
    title: '个人用户认证',
    permission: ['user:individual'],
    list: individualSource,
    load: async () => (await import('../users/individual-users.tsx')).IndividualUsers,
  },
  {
    path: '/user/Detail/:user_id',
    title: '用户详情',
    permission: ['user:enterprise', 'user:individual', 'user:review'],
    parent: 'previous',
    first: ({ user_id }) => ({ path: '/api/user/userDetail', fields: { user_id } }),
    load: async () => (await import('../users/user-detail.tsx')).UserDetailPage,
  },
  {
    path: '/user/balance',
    title: '用户余额查询',
    permission: ['user:balance'],
    list: balanceSource,
    load: async () => (await import('../points/balances.tsx')).Balances,
  },
  {
    path: '/user/balance/detail/:id',
    title: '余额明细',
    permission: ['user:balance'],
    parent: '/user/balance',
    list: balanceDetailSource,
    load: async () => (await import('../points/balance-details.tsx')).BalanceDetails,
  },
  {
    path: '/user/integral',
    title: '积分赠送',
    permission: ['user:integral'],
    list: giftSource,
    load: async () => (await import('../points/gifts.tsx')).Gifts,
  },
  { path: '/user/userLog', title: '前台登录日志', permission: ['authority:userLog'], list: userLogSource, load: userLog },
  {
    path: '/evidence/EnterpriseCertificate',
    title: '企业存证列表',
    permission: ['evidence:enterprise'],
    list: enterpriseEvidenceSource,
    load: async () => (await import('../evidence/enterprise-evidence.tsx')).EnterpriseEvidence,
  },
  {
    path: '/evidence/certificate',
    title: '个人存证列表',
    permission: ['evidence:personal'],
    list: personalEvidenceSource,
    load: async () => (await import('../evidence/personal-evidence.tsx')).PersonalEvidence,
  },
  {
    path: '/certificate/:baoquan/:id',
    title: '存证证书',
    permission: ['evidence:enterprise', 'evidence:personal', 'online:web', 'online:process', 'online:move', 'notarization:list'],
    parent: 'previous',
    first: ({ baoquan = '', id = '' }) => ({ path: '/api/data/saveDataDetail', fields: detailFields(baoquan, id) }),
    load: async () => (await import('../evidence/certificate-page.tsx')).CertificatePage,
  },
  {
    path: '/evidence/results',
    title: '出证申请',
    permission: ['notarization:list'],
    list: applicationSource,
    load: async () => (await import('../notarizations/application-list.tsx')).ApplicationList,
  },
  {
    path: '/evidence/results/:userId/:dataId/:orderId/:type',
    title: '出证详情',
    permission: ['notarization:list'],
    parent: '/evidence/results',
    first: (params) => ({ path: '/api/data/evidencesDetail', fields: { ...addressOf(params) } }),
    load: async () => (await import('../notarizations/application-detail.tsx')).ApplicationDetailPage,
  },
  {
    path: '/app/version',
    title: '版本管理',
    permission: ['app:version'],
    list: androidSource,
    load: async () => (await import('../releases/version-lists.tsx')).Versions,
  },
  {
    path: '/app/version/Android',
    title: '版本管理',
    permission: ['app:version'],
    list: androidSource,
    load: async () => (await import('../releases/version-lists.tsx')).AndroidVersions,
  },
  {
    path: '/app/version/iOS',
    title: '版本管理',
    permission: ['app:version'],
    list: iosSource,
    load: async () => (await import('../releases/version-lists.tsx')).IosVersions,
  },
  {
    path: '/app/details/:id',
    title: '版本详情',
    permission: ['app:version'],
    parent: 'previous',
    first: ({ id }) => ({ path: '/api/version/detail', fields: { id } }),
    load: async () => (await import('../releases/version-detail.tsx')).VersionDetailPage,
  },
  {
    path: '/app/feedback',
    title: '用户反馈',
    permission: ['app:feedback'],
    list: feedbackSource,
    load: async () => (await import('../feedback/feedback-list.tsx')).FeedbackList,
  },
  {
    path: '/money/just',
    title: '公证订单',
    permission: ['finance:order'],
    list: orderSource,
    load: async () => (await import('../orders/order-lists.tsx')).Orders,
  },
  {
    path: '/money/reconciliation',
    title: '月度对账',
    permission: ['finance:order'],
    parent: '/money/just',
    load: async () => (await import('../orders/reconciliation-page.tsx')).ReconciliationPage,
  },
  {
    path: '/money/customer',
    title: '充值消费订单',
    permission: ['finance:charge'],
    list: chargeSource,
    load: async () => (await import('../orders/order-lists.tsx')).Charges,
  },
  {
    path: '/money/invoice',
    title: '发票审核',
    permission: ['finance:invoice'],
    list: invoiceSource,
    load: async () => (await import('../invoices/invoice-list.tsx')).Invoices,
  },
  {
    path: '/money/invoice/invoiceDetail',
    title: '查看开票详情',
    permission: ['finance:invoice'],
    parent: '/money/invoice',
    load: async () => (await import('../invoices/invoice-page.tsx')).InvoiceView,
  },
  {
    path: '/money/invoice/invoiceDetail/audit',
    title: '初审开票申请',
    permission: ['finance:invoice'],
    parent: '/money/invoice',
    load: async () => (await import('../invoices/invoice-page.tsx')).InvoiceAudit,
  },
  {
    path: '/money/invoice/invoiceDetail/makeOut',
    title: '财务开票审核',
    permission: ['finance:invoice'],
    parent: '/money/invoice',
    load: async () => (await import('../invoices/invoice-page.tsx')).InvoiceMakeOut,
  },
  {
    path: '/online/web',
    title: '网页取证',
    permission: ['online:web'],
    list: webSource,
    load: async () => (await import('../online-evidence/lists.tsx')).WebCaptures,
  },
  {
    path: '/online/process',
    title: '过程取证',
    permission: ['online:process'],
    list: processSource,
    load: async () => (await import('../online-evidence/lists.tsx')).ProcessRecordings,
  },
  {
    path: '/online/move',
    title: '移动端取证',
    permission: ['online:move'],
    list: moveSource,
    load: async () => (await import('../online-evidence/lists.tsx')).MoveRecordings,
  },
  {
    path: '/online/webDownload',
    title: '批量下载',
    permission: ['online:web'],
    parent: '/online/web',
    list: webBatchSource,
    load: async () => (await import('../online-evidence/batch-lists.tsx')).WebBatch,
  },
  {
    path: '/online/processDownload',
    title: '批量下载',
    permission: ['online:process'],
    parent: '/online/process',
    list: processBatchSource,
    load: async () => (await import('../online-evidence/batch-lists.tsx')).ProcessBatch,
  },
  {
    path: '/online/moveDownload',
    title: '批量下载',
    permission: ['online:move'],
    parent: '/online/move',
    list: moveBatchSource,
    load: async () => (await import('../online-evidence/batch-lists.tsx')).MoveBatch,
  },
  {
    path: '/online/attestation/:id/:kind',
    title: '取证证书',
    permission: ['online:web', 'online:process', 'online:move'],
    parent: 'previous',
    first: ({ id, kind = '' }) => ({ path: attestationCall(kindOfSegment(kind)), fields: { baoquan: id } }),
    load: async () => (await import('../online-evidence/attestation-page.tsx')).AttestationPage,
  },
  {
    path: '/authority/role',
    title: '角色管理',
    permission: ['authority:role'],
    list: roleSource,
    load: async () => (await import('../access/roles/role-list.tsx')).RoleList,
  },
  {
    path: '/authority/role-add',
    title: '新增角色',
    permission: ['authority:role:edit'],
    parent: '/authority/role',
    first: () => ({ path: '/api/ajax/role/getAllRule', fields: {} }),
    load: async () => (await import('../access/roles/role-add.tsx')).RoleAdd,
  },
  {
    path: '/authority/role-edit/:id',
    title: '编辑角色',
    permission: ['authority:role'],
    parent: '/authority/role',
    load: async () => (await import('../access/roles/role-edit.tsx')).RoleEdit,
  },
  {
    path: '/authority/account',
    title: '账号管理',
    permission: ['authority:account'],
    list: accountSource,
    load: async () => (await import('../access/account-list.tsx')).AccountList,
  },
  {
    path: '/authority/account-add',
    title: '新增账号',
    permission: ['authority:account:edit'],
    parent: '/authority/account',
    first: () => ({ path: '/api/ajax/power/roleInfo', fields: {} }),
    load: async () => (await import('../access/account-add.tsx')).AccountAdd,
  },
  {
    path: '/authority/account-edit/:id',
    title: '编辑账号',
    permission: ['authority:account:edit'],
    parent: '/authority/account',
    first: ({ id }) => ({ path: '/api/ajax/power/getOne', fields: { id } }),
    load: async () => (await import('../access/account-edit.tsx')).AccountEdit,
  },
  {
    path: '/authority/log',
    title: '后台登录日志',
    permission: ['authority:log'],
    list: adminLogSource,
    load: async () => (await import('../login-logs/admin-log.tsx')).AdminLog,
  },
  { path: '/authority/userLog', title: '前台登录日志', permission: ['authority:userLog'], list: userLogSource, load: userLog },
  {
    path: '/authority/trail',
    title: '操作日志',
    permission: ['authority:trail'],
    list: trailSource,
    load: async () => (await import('../trail/trail-list.tsx')).TrailList,
  },
];

/** Old addresses that lead elsewhere. */
export const redirects: Readonly<Record<string, string>> = { '/app/index': '/app/version' };

/** The screen of an address and the texts of its parameters. */
export function matchScreen(path: string): { screen: Screen; params: Readonly<Record<string, string>> } | undefined {
  for (const screen of screens) {
    const params = matchPath(screen.path, path);
    if (params) return { screen, params };
  }
  return undefined;
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const parts = path.replace(/\/+$/, '').split('/');
  const wanted = pattern.split('/');
  if (parts.length !== wanted.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, want] of wanted.entries()) {
    const part = parts[index] ?? '';
    if (want.startsWith(':') && part !== '') params[want.slice(1)] = decode(part);
    else if (want !== part) return undefined;
  }
  return params;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a broken escape in a typed address is no reason to fail
  }
}

async function userLog(): Promise<ComponentType> {
  return (await import('../login-logs/user-log.tsx')).UserLog;
}
