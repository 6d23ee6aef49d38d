import { enabledStatus, loginWay } from '../codes/access.ts';
import { clientKind, clientStatus } from '../codes/clients.ts';
import type { CodeTable } from '../codes/code-table.ts';
import { evidenceKind, fileStatus } from '../codes/evidence.ts';
import { onlineKind } from '../codes/online-evidence.ts';
import { payStatus, payType } from '../codes/orders.ts';
import { giftType } from '../codes/points.ts';
import { repairType, userListStatus, userStatus, userType } from '../codes/users.ts';
import { listDensity, viewScope } from '../codes/views.ts';
import { webhookReasons } from '../codes/webhooks.ts';

/** The fields of the trail's states, in words; the most telling ones first, as people read them. */
export const fieldLabels = new Map(
  Object.entries({
    status: '状态',
    repair: '补充审核',
    state: '文件状态',
    result: '结果',
    reason: '原因',
    review: '过审状态',
    credential: '接口凭证',
    accepts: '接受出证',
    payStatus: '支付状态',
    payType: '支付方式',
    refundOrderNo: '退款单号',
    invoice: '发票编号',
    tradeNo: '交易流水号',
    red_num: '红字发票号码',
    red_day: '红冲时间',
    freed: '可重新开票的订单',
    payer: '付款账号',
    transferImg: '转账凭证',
    username: '用户名',
    realname: '姓名',
    name: '名称',
    label: '标签',
    mobile: '手机号',
    position: '角色名称',
    role_id: '角色ID',
    description: '描述',
    requiresTotp: '登录须动态口令',
    way: '登录方式',
    passkeys: '通行密钥',
    nodes: '权限',
    passwordChanged: '密码已修改',
    contact_idcard: '身份证号',
    idcard: '身份证号',
    security_key: '接口密钥',
    type: '类型',
    kind: '类型',
    points: '积分',
    gift: '赠送积分',
    taken: '撤销积分',
    giftId: '赠送记录编号',
    source: '积分类型',
    explain: '说明',
    order: '订单',
    amountFen: '金额（分）',
    user: '用户ID',
    acceptor: '受理人编号',
    host: '网址主机',
    types: '事件类型',
    events: '事件数量',
    platform: '产品端',
    version: '版本',
    previous: '上一版本',
    package: '安装包',
    submission: '资料编号',
    pictures: '证件图片',
    author_front: '身份证人像面',
    author_back: '身份证国徽面',
    author_hand: '手持身份证',
    license: '营业执照',
    file: '授权文件',
    note: '备注编号',
    mentioned: '提到',
    shown: '查看内容',
    hints: '审核提示',
    evidence: '证据',
    evidenceCount: '证据数量',
    count: '文件数量',
    objects: '文件',
    numbers: '编号',
    missing: '缺失编号',
    document: '公证书编号',
    masked: '遮盖件',
    sha256: 'SHA-256',
    fingerprint: '证书指纹',
    validUntil: '有效期至',
    mediaType: '格式',
    sizeBytes: '大小（字节）',
    transaction: '交易哈希',
    block: '区块高度',
    share: '分享地址',
    session: '会话编号',
    ip: 'IP',
    list: '列表',
    filters: '筛选条件',
    columns: '显示的列',
    density: '行高',
    scope: '可见范围',
    owner: '所有者编号',
    keyword: '关键字',
    matches: '命中对象',
    operator: '操作人',
    action: '操作',
    registered: '注册时间',
    checked: '认证时间',
    time: '时间',
    from: '起',
    until: '止（不含）',
  }),
);

/**
 * What a field's values are called, under `kind of object/field` or under the field wherever it stands. What people wrote is in no table
 * and stands as they wrote it.
 */
export const fieldWords = new Map<string, ReadonlyMap<string, string>>([
  ['user/status', namesOf(userStatus)],
  ['users/status', namesOf(userListStatus)],
  ['role/status', namesOf(enabledStatus)],
  ['account/status', namesOf(enabledStatus)],
  ['client/status', namesOf(clientStatus)],
  ['clients/status', namesOf(clientStatus)],
  ['clients/type', namesOf(clientKind)],
  ['webhook/status', namesOf(enabledStatus)],
  ['webhook/reason', new Map(Object.entries(webhookReasons))],
  ['credential', namesOf(enabledStatus)],
  ['view/density', namesOf(listDensity)],
  ['view/scope', namesOf(viewScope)],
  ['way', namesOf(loginWay)],
  ['repair', namesOf(repairType)],
  ['source', namesOf(giftType)],
  ['payStatus', namesOf(payStatus)],
  ['payType', namesOf(payType)],
  ['type', new Map([...namesOf(userType), ...namesOf(onlineKind)])],
  ['kind', new Map([...namesOf(evidenceKind), ...namesOf(onlineKind)])],
  ['before', namesOf(fileStatus)],
  [
    'user/result',
    new Map([
      ['passed', '通过'],
      ['failed', '不通过'],
    ]),
  ],
  [
    'application/status',
    new Map([
      ['pending', '待审核'],
      ['passed', '已通过'],
      ['failed', '未通过'],
      ['withdrawn', '已撤回'],
    ]),
  ],
  [
    'order/result',
    new Map([
      ['success', '成功'],
      ['fail', '失败'],
    ]),
  ],
  [
    'capture/status',
    new Map([
      ['waiting', '等待中'],
      ['running', '取证中'],
      ['failed', '取证失败'],
      ['success', '取证成功'],
      ['canceled', '已取消'],
    ]),
  ],
  [
    'recording/status',
    new Map([
      ['running', '取证中'],
      ['uploading', '上传中'],
      ['failed', '取证失败'],
      ['success', '取证成功'],
      ['canceled', '已取消'],
    ]),
  ],
  [
    'object/state',
    new Map([
      ['whole', '完好'],
      ['damaged', '损坏'],
      ['missing', '缺失'],
      ['unchecked', '未检'],
    ]),
  ],
  [
    'share',
    new Map([
      ['open', '有效'],
      ['revoked', '已撤销'],
    ]),
  ],
  ['shown', fieldLabels],
]);

function namesOf<Name extends string>(table: CodeTable<Name>): ReadonlyMap<string, string> {
  return new Map(table.names.map((name) => [name, table.label(name)]));
}
