import { accessNodes, type Permission } from '../access/access.ts';

const actionsBySubject = [
  [
    '登录',
    '退出登录',
    '修改密码',
    '启用动态口令',
    '关闭动态口令',
    '重置动态口令',
    '添加通行密钥',
    '移除通行密钥',
    '停用通行密钥',
    '重置通行密钥',
    '重置身份绑定',
    '结束会话',
  ],
  ['登记用户', '提交实名资料', '实名审核', '补充审核', '查看用户资料', '按证件号查找', '赠送积分', '撤销赠送'],
  ['申请删除个人信息', '批准删除个人信息', '驳回删除个人信息', '中止删除个人信息', '删除个人信息', '删除个人信息文件', '重新删除个人信息'],
  [
    '存证',
    '领取时间标记',
    '查看存证',
    '下载存证',
    '下载存证证书',
    '下载证据包',
    '撤销分享地址',
    '重建分享地址',
    '发现文件损坏',
    '发现文件缺失',
    '文件恢复完好',
    '清理无主文件',
    '上链失败',
  ],
  [
    '申请网页取证',
    '网页取证',
    '登记取证',
    '开始上传',
    '取消取证',
    '取证失败',
    '查看取证',
    '预览取证',
    '下载取证',
    '下载网页取证',
    '批量下载取证',
    '修改标签',
  ],
  [
    '提交出证申请',
    '撤回出证申请',
    '分派出证申请',
    '改派出证申请',
    '开始处理出证申请',
    '放下出证申请',
    '释放他人的处理',
    '查看申请人资料',
    '出证审核',
    '出具公证书',
    '出具公证书遮盖件',
    '查看公证书',
    '下载公证书',
    '登记送达',
    '电子送达',
    '提交充值订单',
    '登记支付',
    '退款',
  ],
  ['申请开票', '发票初审', '财务开票', '发票红冲'],
  ['添加备注', '撤回备注'],
  ['新增版本', '上传安装包', '设置过审状态', '提交反馈'],
  ['新增角色', '编辑角色', '启用角色', '禁用角色', '新增账号', '编辑账号', '启用账号', '禁用账号', '确认账号', '接受出证', '不接受出证'],
  ['保存视图', '修改视图', '删除视图', '固定视图', '取消固定视图', '设为默认视图', '取消默认视图'],
  ['新增客户端', '停用客户端', '启用客户端', '轮换客户端密钥', '停用接口凭证', '恢复接口凭证', '轮换接口凭证'],
  ['登记回调地址', '修改回调地址', '停用回调地址', '启用回调地址', '删除回调地址', '轮换回调密钥', '重发事件', '更换回调签名密钥'],
  ['登记机构资质', '更新机构资质', '作废机构资质'],
  ['发现日志分叉', '处理日志分叉', '搁置见证方'],
  ['导出', '备份', '恢复备份', '恢复演练', '接管文件存储', '生成机构证书', '导入机构证书', '生成网页存档密钥', '更换密钥口令'],
] as const;

/** Every action of the trail, as stored and as displayed. */
export type TrailAction = (typeof actionsBySubject)[number][number];

/** Actions that only look. */
export const lookingActions: readonly TrailAction[] = [
  '查看用户资料',
  '按证件号查找',
  '查看存证',
  '查看取证',
  '预览取证',
  '查看申请人资料',
  '查看公证书',
];

/** In the order of the trail's filter. */
export const trailActions: readonly TrailAction[] = actionsBySubject.flat();

const objectKinds = {
  user: '用户',
  account: '账号',
  role: '角色',
  client: '客户端',
  evidence: '证据',
  mark: '时间标记',
  capture: '网页取证',
  recording: '取证',
  object: '存储文件',
  store: '文件存储',
  checkpoint: '日志检查点',
  witness: '见证方',
  fork: '日志分叉',
  balances: '余额明细 用户',
  application: '出证申请',
  order: '订单',
  invoice: '发票',
  reconciliation: '月度对账',
  version: '版本',
  upload: '安装包',
  feedback: '反馈',
  backup: '备份',
  certificate: '机构证书',
  view: '视图',
  webhook: '回调地址',
  key: '签名密钥',
  'office-credential': '机构资质',
} as const;

/** The object of an export: the whole list of a page. */
const wholeLists = {
  'users/enterprise': pageName('user:enterprise'),
  'users/personal': pageName('user:individual'),
  balances: pageName('user:balance'),
  applications: pageName('notarization:list'),
  orders: pageName('finance:order'),
  charges: pageName('finance:charge'),
  trail: pageName('authority:trail'),
  clients: pageName('open:client'),
  search: '全局搜索',
} as const;

/** The object of an action: for example `user/17`, the file store, or a whole list. */
export type TrailObject = `${keyof typeof objectKinds}/${string}` | 'store' | keyof typeof wholeLists;

const kindNames: ReadonlyMap<string, string> = new Map(Object.entries(objectKinds));
const listNames: ReadonlyMap<string, string> = new Map(Object.entries(wholeLists));

/** Display name of an object: `user/17` is 用户 17. Objects of an unknown kind are shown unchanged. */
export function objectName(object: string): string {
  const listName = listNames.get(object);
  if (listName !== undefined) return listName;
  const [kind = '', ...rest] = object.split('/');
  const id = rest.join('/');
  const name = kindNames.get(kind);
  if (name === undefined) return object;
  return id === '' ? name : `${name} ${id}`;
}

/** Display name of an object's kind: 用户 for `user/17`. Empty for an unknown kind. */
export function kindName(object: string): string {
  return kindNames.get(object.split('/')[0] ?? '') ?? '';
}

function pageName(permission: Permission): string {
  return accessNodes.find((node) => node.permission === permission)?.name ?? '';
}
