import { codeTable, type NameOf } from './code-table.ts';

/** How a document reached its applicant (spec/act, 4). */
export const deliveryKind = codeTable({
  pickup: [1, '自取'],
  mail: [2, '邮寄'],
  electronic: [3, '电子送达'],
});
export type DeliveryKind = NameOf<typeof deliveryKind>;

/** How far a document is delivered. One that was only delivered electronically is told apart, because originals may still be due. */
export const deliveryState = codeTable({
  undelivered: [1, '待送达'],
  mailed: [2, '邮寄中'],
  returned: [3, '已退回'],
  electronic: [4, '已电子送达'],
  delivered: [5, '已送达'],
});
export type DeliveryState = NameOf<typeof deliveryState>;

/** Who fetched a document. */
export const collector = codeTable({
  applicant: [1, '申请人'],
  agent: [2, '代理人'],
});

/** Identity papers that a collector shows. */
export const paperKind = codeTable({
  idcard: [1, '居民身份证'],
  passport: [2, '护照'],
  permit: [3, '港澳台居民证件'],
  officer: [4, '军官证'],
  other: [5, '其他证件'],
});

/** Kinds of documents of an application (spec/act, 3). */
export const documentKind = codeTable({
  notarial: [1, '公证书'],
  correction: [2, '补正公证书'],
});

/** Whether a document stands. */
export const documentValidity = codeTable({
  valid: [1, '有效'],
  corrected: [2, '已更正'],
  revoked: [3, '已撤销'],
});
