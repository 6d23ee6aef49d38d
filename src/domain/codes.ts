/**
 * Every enumeration of the product, once: inner name ↔ wire code ↔ Chinese label.
 * Inside the program a status is `'pending'`; its number exists here and on the wire alone.
 */
export const userType = codeTable({
  personal: [1, '个人'],
  enterprise: [2, '企业'],
});
export type UserType = NameOf<typeof userType>;

/** Real-name status of a user (seed 1, section 4). */
export const userStatus = codeTable({
  unverified: [1, '未认证'],
  pending: [2, '待审核'],
  approved: [3, '已通过'],
  rejected: [4, '未通过'],
});
export type UserStatus = NameOf<typeof userStatus>;

/** Supplementary review of an approved user; `none` until one is asked for. */
export const repairType = codeTable({
  none: [0, '无'],
  pending: [2, '待补充审核'],
  approved: [3, '补充审核通过'],
  rejected: [4, '补充审核未通过'],
});
export type RepairType = NameOf<typeof repairType>;

/** An operator's choice in a user review. */
export const reviewChoice = codeTable({
  reject: [0, '不通过'],
  approve: [1, '通过'],
});
export type ReviewChoice = NameOf<typeof reviewChoice>;

/** Outcome of one check record. */
export const checkResult = codeTable({
  failed: [0, '不通过'],
  passed: [1, '通过'],
});
export type CheckResult = NameOf<typeof checkResult>;

/** State of a role or an account. */
export const enabledStatus = codeTable({
  enabled: [1, '启用'],
  disabled: [2, '禁用'],
});
export type EnabledStatus = NameOf<typeof enabledStatus>;

/** Whether an account takes notarization applications. */
export const acceptStatus = codeTable({
  accepts: [1, '接受出证'],
  declines: [2, '不接受出证'],
});

/** Whose changes a change record tells. */
export const changedKind = codeTable({
  role: [1, '角色'],
  account: [2, '账号'],
});
export type ChangedKind = NameOf<typeof changedKind>;

/** Which login log a call reads. */
export const loginLogType = codeTable({
  admin: [1, '后台'],
  user: [2, '前台'],
});

/** What an evidence is of: `isApp` on the wire. */
export const evidenceKind = codeTable({
  file: [0, '文件'],
  photo: [1, '照片'],
  audio: [2, '录音'],
  video: [3, '录像'],
  screen: [4, '录屏'],
});
export type EvidenceKind = NameOf<typeof evidenceKind>;

/** Evidence of online collection; its codes are the ones that history and downloads call it by (seed 1, section 9, Type codes). */
export const onlineKind = codeTable({
  web: [2, '网页取证'],
  process: [3, '过程取证'],
  move: [4, '移动端取证'],
});
export type OnlineKind = NameOf<typeof onlineKind>;

/** Recordings, by the codes of history and downloads, and by those of their list (seed 1, section 9, Type codes). */
export const recordingCode = codeTable({
  process: [3, '过程取证'],
  move: [4, '移动端取证'],
});
export const recordingListType = codeTable({
  process: [1, '过程取证'],
  move: [3, '移动端取证'],
});
export type RecordingKind = NameOf<typeof recordingCode>;

/** Whatever can be evidence. */
export type AnyEvidenceKind = EvidenceKind | OnlineKind;

/** What an evidence is of, in Chinese. */
export function evidenceKindLabel(kind: AnyEvidenceKind): string {
  const online = onlineKind.names.find((name) => name === kind);
  const captured = evidenceKind.names.find((name) => name === kind);
  return online ? onlineKind.label(online) : captured ? evidenceKind.label(captured) : '';
}

/** Whether the file of an evidence can be had: `fileStatus` and `isDownload` on the wire. */
export const fileStatus = codeTable({
  missing: [0, '缺失'],
  stored: [1, '已上传'],
  uploading: [2, '上传中'],
});
export type FileStatus = NameOf<typeof fileStatus>;

/** Which list a download was from. */
export const downloadType = codeTable({
  evidence: [1, '存证'],
  web: [2, '网页取证'],
  process: [3, '过程取证'],
  move: [4, '移动端取证'],
});
export type DownloadType = NameOf<typeof downloadType>;

/** System of the device that captured an evidence. */
export const deviceSystem = codeTable({
  unknown: [0, ''],
  android: [1, 'Android'],
  ios: [2, 'iOS'],
});

/** State of an order's payment. */
export const payStatus = codeTable({
  unpaid: [1, '待支付'],
  paid: [2, '已支付'],
  failed: [3, '支付失败'],
  refunded: [5, '已退款'],
});
export type PayStatus = NameOf<typeof payStatus>;

export const payType = codeTable({
  transfer: [1, '对公转账'],
  wechat: [2, '微信'],
  alipay: [3, '支付宝'],
  cloud: [4, '云收款'],
});
export type PayType = NameOf<typeof payType>;

/** Where an application for notarization stands, as operators read it; one that was withdrawn is among the refused. */
export const notarialStatus = codeTable({
  waiting: [1, '待审核'],
  passed: [2, '已通过'],
  refused: [3, '未通过（已退款）'],
});
export type NotarialStatus = NameOf<typeof notarialStatus>;

/** The same, as its applicant reads it (seed 1, section 4, the second reading). */
export const progress = codeTable({
  underway: [1, '进行中'],
  succeeded: [2, '成功'],
  ended: [3, '终止'],
  failed: [4, '失败'],
});

/** How the notarial document reaches the applicant. */
export const sendType = codeTable({
  pickup: [1, '自取'],
  mail: [2, '邮寄'],
});
export type SendType = NameOf<typeof sendType>;

/** What an order of money is for: `orderType` of 公证订单, `order_type` of an invoice's lines. */
export const orderKind = codeTable({
  notarization: [1, '出证'],
  recharge: [2, '充值'],
});
export type OrderKind = NameOf<typeof orderKind>;

/** Kind of an invoice (wire, section 4). */
export const invoiceType = codeTable({
  electronic: [1, '增值税电子普通发票'],
  ordinary: [2, '增值税普通发票'],
  special: [3, '增值税专用发票'],
});
export type InvoiceType = NameOf<typeof invoiceType>;

/** State of an invoice (seed 2, section 4). */
export const invoiceStatus = codeTable({
  pending: [1, '待开票'],
  submitted: [2, '提交财务'],
  issued: [3, '已开票'],
  rejected: [4, '审核不通过'],
});
export type InvoiceStatus = NameOf<typeof invoiceStatus>;

/** An operator's choice in either review of an invoice. */
export const invoiceChoice = codeTable({
  approve: [1, '通过'],
  reject: [2, '不通过'],
});
export type InvoiceChoice = NameOf<typeof invoiceChoice>;

/** What a gift of points is given for (seed 1, section 9; the words of screens, 积分赠送). */
export const giftType = codeTable({
  giftContract: [1, '合同额度'],
  giftRecharge: [2, '充值赠送'],
  giftTest: [3, '测试额度'],
  giftOther: [4, '其他'],
});
export type GiftType = NameOf<typeof giftType>;

/** Whether points came or went; a gift counts with what was paid for. */
export const orderType = codeTable({
  recharge: [1, '充值'],
  consumption: [2, '消费'],
});
export type OrderType = NameOf<typeof orderType>;

/** What a booking of points was for. */
export const businessType = codeTable({
  evidence: [1, '存证'],
  web: [2, '网页取证'],
  process: [3, '过程取证'],
  move: [4, '移动端取证'],
  gift: [5, '积分赠送'],
  recharge: [6, '账户积分充值'],
});
export type BusinessType = NameOf<typeof businessType>;

/** Which app a version is of. */
export const appPlatform = codeTable({
  android: [1, 'Android'],
  ios: [2, 'iOS'],
});
export type AppPlatform = NameOf<typeof appPlatform>;

/** Whether the store has let an iOS version through; until then the app hides what a reviewer must not see (seed 2, section 4). */
export const iosReview = codeTable({
  waiting: [0, '未过审'],
  passed: [1, '已过审'],
});
export type IosReview = NameOf<typeof iosReview>;

/** What a user's feedback is about. */
export const feedbackType = codeTable({
  software: [1, '软件使用'],
  verification: [2, '实名认证'],
  custody: [3, '上链保全'],
});
export type FeedbackType = NameOf<typeof feedbackType>;

/** How an operator's attempt to sign in ended. */
export const loginResult = codeTable({
  success: [1, '成功'],
  badPassword: [2, '密码错误'],
  badCaptcha: [3, '验证码错误'],
  locked: [4, '已锁定'],
  disabled: [5, '已禁用'],
  badTotp: [6, '动态口令未通过'],
});
export type LoginResult = NameOf<typeof loginResult>;

export interface CodeTable<Name extends string> {
  readonly names: readonly Name[];
  readonly codes: readonly number[];
  /** Choices of a select, in the table's order. */
  readonly options: readonly { value: number; label: string }[];
  code(name: Name): number;
  label(name: Name): string;
  /** The name of a wire code, or undefined when the code is unknown. */
  nameOf(code: number): Name | undefined;
  /** The label of a wire code, or an empty text when the code is unknown. */
  labelOf(code: number): string;
  /** True when the wire code stands for one of the names. */
  is(code: number, ...names: Name[]): boolean;
}

export type NameOf<T> = T extends CodeTable<infer Name> ? Name : never;

export function codeTable<const T extends Record<string, readonly [number, string]>>(rows: T): CodeTable<keyof T & string> {
  type Name = keyof T & string;
  const names = Object.keys(rows) as Name[];
  const byCode = new Map<number, Name>(names.map((name) => [rows[name]?.[0] ?? Number.NaN, name]));
  const row = (name: Name): readonly [number, string] => {
    const found = rows[name];
    if (!found) throw new RangeError(`no code for ${name}`);
    return found;
  };
  return {
    names,
    codes: names.map((name) => row(name)[0]),
    options: names.map((name) => ({ value: row(name)[0], label: row(name)[1] })),
    code: (name) => row(name)[0],
    label: (name) => row(name)[1],
    nameOf: (code) => byCode.get(code),
    labelOf: (code) => {
      const name = byCode.get(code);
      return name === undefined ? '' : row(name)[1];
    },
    is: (code, ...wanted) => {
      const name = byCode.get(code);
      return name !== undefined && wanted.includes(name);
    },
  };
}
