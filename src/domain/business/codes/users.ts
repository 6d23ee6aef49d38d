import { codeTable, type NameOf } from './code-table.ts';

export const userType = codeTable({
  personal: [1, '个人'],
  enterprise: [2, '企业'],
});
export type UserType = NameOf<typeof userType>;

/** Real-name status of a user (spec/console, 4.1). */
export const userStatus = codeTable({
  unverified: [1, '未认证'],
  pending: [2, '待审核'],
  approved: [3, '已通过'],
  rejected: [4, '未通过'],
});
export type UserStatus = NameOf<typeof userStatus>;

/** Filter of the users' lists: the status, or a waiting supplementary review. */
export const userListStatus = codeTable({
  unverified: [1, '未认证'],
  pending: [2, '待审核'],
  approved: [3, '已通过'],
  rejected: [4, '未通过'],
  supplementary: [5, '待补充审核'],
});
export type UserListStatus = NameOf<typeof userListStatus>;

/** Kind of a user review: of the first submission, or of a supplementary one. */
export const reviewKind = codeTable({
  first: [1, '实名审核'],
  repair: [2, '补充审核'],
});

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
