import { codeTable, type NameOf } from './code-table.ts';

/** Kinds of credentials that entitle the office to keep evidence or certify its quality (spec/court, 1). */
export const credentialKind = codeTable({
  licence: [1, '公证机构执业许可证'],
  protection: [2, '网络安全等级保护'],
  cryptography: [3, '商用密码应用安全性评估'],
  blockchain: [4, '区块链信息服务备案'],
  other: [5, '其他资质'],
});
export type CredentialKind = NameOf<typeof credentialKind>;

/** Current status of a credential. A replaced or withdrawn one is kept and counts for the time in which it was valid. */
export const credentialStatus = codeTable({
  valid: [1, '有效'],
  ending: [2, '即将到期'],
  ended: [3, '已到期'],
  early: [4, '未生效'],
  replaced: [5, '已更新'],
  withdrawn: [6, '已作废'],
});
export type CredentialStatus = NameOf<typeof credentialStatus>;
