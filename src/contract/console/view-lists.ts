/** A list that can have views. */
export interface ViewList {
  /** The call that returns its rows; filters and permissions of the list are those of the call. */
  readonly call: string;
  /** Fields with the same value in every request of the list. */
  readonly fixed: Readonly<Record<string, string>>;
  /** The menu page under which pinned views are shown; empty if the list has no page of its own. */
  readonly page: string;
  /** Displayed title. */
  readonly title: string;
}

/** All lists by the name of their console screen. Has no dependencies, because the console's menu includes it. */
export const viewLists = {
  'enterprise-users': { call: 'getUserList', fixed: { type: '2' }, page: '/user/enterprise', title: '企业用户认证' },
  'individual-users': { call: 'getUserList', fixed: { type: '1' }, page: '/user/individual', title: '个人用户认证' },
  balances: { call: 'getBalanceList', fixed: {}, page: '/user/balance', title: '用户余额查询' },
  // The address names the user; any value will do to parse the filters.
  'balance-details': { call: 'userBalanceDetails', fixed: { userId: '1' }, page: '', title: '余额明细' },
  gifts: { call: 'getPoints', fixed: {}, page: '/user/integral', title: '积分赠送' },
  'enterprise-evidence': {
    call: 'getSaveDataList',
    fixed: { type: '2' },
    page: '/evidence/EnterpriseCertificate',
    title: '企业存证列表',
  },
  'personal-evidence': { call: 'getSaveDataList', fixed: { type: '1' }, page: '/evidence/certificate', title: '个人存证列表' },
  applications: { call: 'getEvidencesList', fixed: {}, page: '/evidence/results', title: '出证申请' },
  'online-web': { call: 'getWebList', fixed: {}, page: '/online/web', title: '网页取证' },
  'online-process': { call: 'getProList', fixed: { type: '1' }, page: '/online/process', title: '过程取证' },
  'online-move': { call: 'getProList', fixed: { type: '3' }, page: '/online/move', title: '移动端取证' },
  orders: { call: 'getOrderList', fixed: {}, page: '/money/just', title: '公证订单' },
  charges: { call: 'getOrderChargeList', fixed: {}, page: '/money/customer', title: '充值消费订单' },
  invoices: { call: 'invoiceList', fixed: {}, page: '/money/invoice', title: '发票审核' },
  'versions-android': { call: 'getVersionList', fixed: { type: '1' }, page: '', title: '版本管理 Android' },
  'versions-ios': { call: 'getVersionList', fixed: { type: '2' }, page: '', title: '版本管理 iOS' },
  feedback: { call: 'feedback', fixed: {}, page: '/app/feedback', title: '用户反馈' },
  roles: { call: 'getRoleList', fixed: {}, page: '/authority/role', title: '角色管理' },
  accounts: { call: 'adminList', fixed: {}, page: '/authority/account', title: '账号管理' },
  'admin-log': { call: 'getLoginLog', fixed: { type: '1' }, page: '/authority/log', title: '后台登录日志' },
  'user-log': { call: 'getLoginLog', fixed: { type: '2' }, page: '/authority/userLog', title: '前台登录日志' },
  clients: { call: 'getClientList', fixed: {}, page: '/open/client', title: '接口客户端' },
  // The address names the client; any value will do to parse the filters.
  'client-calls': { call: 'getCallList', fixed: { app_id: '0' }, page: '', title: '调用记录' },
  webhooks: { call: 'getWebhookList', fixed: {}, page: '/open/webhook', title: '事件与回调' },
  deliveries: { call: 'getDeliveryList', fixed: { webhook_id: '1' }, page: '', title: '投递记录' },
  'office-credentials': { call: 'getCredentialList', fixed: {}, page: '/office/credentials', title: '机构资质' },
  trail: { call: 'getTrailList', fixed: {}, page: '/authority/trail', title: '操作日志' },
} as const satisfies Record<string, ViewList>;

export type ViewListName = keyof typeof viewLists;

export function isViewList(name: string): name is ViewListName {
  return Object.hasOwn(viewLists, name);
}
