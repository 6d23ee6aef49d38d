import { z } from 'zod';
import { giftType, orderType } from '../../domain/business/codes/points.ts';
import { userType } from '../../domain/business/codes/users.ts';
import { giftAmountFault, typedAmount } from '../../domain/business/rules/gift-amount.ts';
import { limits } from '../../domain/business/codes/limits.ts';
import { typedPhone } from '../../domain/kit/text/typed.ts';
import { download, get, post } from '../call.ts';
import { code, dayRange, id, keyword, limit, listOf, optional, page, text } from '../fields.ts';

const balanceFilters = {
  keyword,
  /** The user's type. */
  status: optional(code(userType, '用户类型无效')),
};
const detailFilters = {
  userId: id,
  datetime: dayRange,
  order_type: optional(code(orderType, '类型无效')),
};

/** The part of the balance that uploads in progress hold, and that nothing else can spend; absent if there is none. */
const held = z.number().optional();

const balanceRow = z.object({
  user_id: z.string(),
  name: z.string(),
  mobile: z.string(),
  type: z.number(),
  type_name: z.string(),
  /** Total of all gifts as contract quota, for tests, with recharges, and otherwise. */
  translateGiveSum: z.number(),
  testGiveSum: z.number(),
  rechargeGiveSum: z.number(),
  give: z.number(),
  /** The balance. */
  points: z.number(),
  held,
});
export type BalanceRow = z.output<typeof balanceRow>;

const balanceHolder = z.object({
  user_id: z.string(),
  name: z.string(),
  mobile: z.string(),
  type: z.number(),
  type_name: z.string(),
  points: z.number(),
  held,
});

const balanceDetailRow = z.object({
  order_no: z.string(),
  /** Business type. */
  type: z.number(),
  type_name: z.string(),
  order_type: z.number(),
  order_type_name: z.string(),
  create_time: z.string(),
  /** Points: positive if credited, negative if spent (spec/wire, 6). */
  balance: z.number(),
});
export type BalanceDetailRow = z.output<typeof balanceDetailRow>;

const giftRow = z.object({
  id: z.string(),
  mobile: z.string(),
  /** Name of the person or enterprise. */
  company: z.string(),
  time: z.string(),
  /** Type of the gift. */
  type: z.number(),
  type_name: z.string(),
  /** The user's type. */
  userStatus: z.number(),
  userStatusName: z.string(),
  points: z.number(),
  explain: z.string(),
  /** Real name of the operator at the time of the gift. */
  admin: z.string(),
  /** 1 if it was reversed. */
  revoked: z.number(),
  /** When, by whom and why it was reversed; empty while it is valid. */
  revoke_time: z.string(),
  revoke_admin: z.string(),
  revoke_explain: z.string(),
  /** Why the caller may not reverse it, as far as known in advance; empty if they may try. */
  revoke_refusal: z.string(),
});
export type GiftRow = z.output<typeof giftRow>;

const receiver = {
  mobile: text(limits.keywordChars, '手机号不能为空', '手机号过长').transform(typedPhone),
  type: code(userType, '请选择用户类型'),
};

const amount = z
  .string('数额必须为数字')
  .transform(typedAmount)
  .superRefine((value, context) => {
    const message = giftAmountFault(value);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .transform(Number);

/** Balances of users, their details, and gifts of points (spec/wire, 4, *Users*). */
export const pointsCalls = {
  getBalanceList: get('/api/ajax/user/getBalanceList', {
    summary: '用户余额列表',
    needs: { anyOf: ['user:balance'] },
    input: z.object({ ...balanceFilters, page, limit }),
    output: listOf(balanceRow),
  }),
  userBalanceDetails: get('/api/ajax/user/userBalanceDetails', {
    summary: '一个用户的积分明细',
    needs: { anyOf: ['user:balance'] },
    input: z.object({ ...detailFilters, page, limit }),
    /** `user`: the owner and the remaining balance. */
    output: listOf(balanceDetailRow).extend({ user: balanceHolder }),
  }),
  getPoints: get('/api/ajax/user/getPoints', {
    summary: '积分赠送记录',
    needs: { anyOf: ['user:integral'] },
    input: z.object({
      /** Part of the mobile number. */
      keyword,
      userStatus: optional(code(userType, '用户类型无效')),
      type: optional(code(giftType, '积分类型无效')),
      page,
      limit,
    }),
    output: listOf(giftRow),
  }),
  findReceiver: get('/api/ajax/user/findReceiver', {
    summary: '按手机号查找赠送对象',
    needs: { anyOf: ['user:gift'] },
    input: z.object(receiver),
    output: z.object({
      user_id: z.string(),
      name: z.string(),
      mobile: z.string(),
      type: z.number(),
      type_name: z.string(),
      /** How many other users of this type have the number: release 1.0.0 took one number in several spellings. */
      others: z.number(),
    }),
  }),
  updatePoints: post('/api/ajax/user/updatePoints', {
    summary: '赠送积分',
    needs: { anyOf: ['user:gift'] },
    message: '赠送成功',
    input: z.object({
      ...receiver,
      pointsType: code(giftType, '请选择积分类型'),
      points: amount,
      explain: text(limits.giftExplainChars, '说明不能为空', `说明最多${limits.giftExplainChars}个字`),
      /** Repeated requests of the same operator with the same id are carried out once. */
      requestId: optional(text(limits.uniqueIdChars, '请求编号无效', '请求编号过长')),
    }),
    output: z.null(),
  }),
  revokePoints: post('/api/ajax/user/revokePoints', {
    summary: '撤销赠送：由赠送人以外的人员整笔扣回',
    needs: { anyOf: ['user:gift'] },
    message: '操作成功',
    input: z.object({
      id,
      explain: text(limits.giftExplainChars, '撤销原因不能为空', `撤销原因最多${limits.giftExplainChars}个字`),
    }),
    output: z.null(),
  }),
  userBalanceExport: download('/api/export/userBalanceExport', {
    summary: '导出用户余额',
    needs: { anyOf: ['user:balance'], allOf: ['export'] },
    input: z.object(balanceFilters),
  }),
  userBalanceDetailExport: download('/api/export/userBalanceDetailExport', {
    summary: '导出一个用户的积分明细',
    needs: { anyOf: ['user:balance'], allOf: ['export'] },
    input: z.object(detailFilters),
  }),
} as const;
