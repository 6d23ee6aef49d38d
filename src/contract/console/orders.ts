import { z } from 'zod';
import { payStatus } from '../../domain/business/codes/orders.ts';
import { userType } from '../../domain/business/codes/users.ts';
import { download, get } from '../call.ts';
import { code, keyword, limit, listOf, optional, page, text, timeRange } from '../fields.ts';

const orderFilters = {
  /** Part of the company or mobile, or at least three characters of the order's or the gateway's number (交易流水号). */
  keyword,
  pay: optional(code(payStatus, '支付状态无效')),
  datetime: timeRange,
};
const chargeFilters = { ...orderFilters, type: optional(code(userType, '用户类型无效')) };

const orderRow = z.object({
  orderNo: z.string(),
  orderType: z.number(),
  orderType_name: z.string(),
  /** The same word, under the name that spec/wire, 6 gives it. */
  orderTypeName: z.string(),
  trade_no: z.string(),
  name: z.string(),
  /** Empty for persons. */
  companyName: z.string(),
  mobile: z.string(),
  type: z.number(),
  type_name: z.string(),
  addTime: z.string(),
  money: z.string(),
  pay: z.number(),
  pay_name: z.string(),
  /** Null until someone has paid or tried to. */
  payType: z.number().nullable(),
  payType_name: z.string(),
});
export type OrderRow = z.output<typeof orderRow>;

const chargeRow = z.object({
  order_no: z.string(),
  name: z.string(),
  /** Empty for persons. */
  companyName: z.string(),
  mobile: z.string(),
  /** Points: positive if credited, negative if spent. */
  balance: z.number(),
  payType: z.number().nullable(),
  payType_name: z.string(),
  orderType: z.number(),
  orderType_name: z.string(),
  oType: z.number(),
  oType_name: z.string(),
  type: z.number(),
  type_name: z.string(),
  pay: z.number(),
  pay_name: z.string(),
  create_time: z.string(),
});
export type ChargeRow = z.output<typeof chargeRow>;

/** A link to another page, without a value if the asking operator may not open that page. */
const link = z.string();

/** A notice of the payment gateway. */
const paymentNotice = z.object({
  id: z.string(),
  time: z.string(),
  trade_no: z.string(),
  pay_type_name: z.string(),
  money: z.string(),
  is_paid: z.boolean(),
  result_name: z.string(),
  /** 付款账号, masked to its last four characters; empty if the gateway reported none. */
  buyer_id: z.string(),
});

/** An order of either list, with what it leads to. What the asking operator may not open is null, or has no link. */
const orderDetail = z.object({
  orderNo: z.string(),
  orderType: z.number(),
  /** What was bought, or what the points were spent on. */
  orderTypeName: z.string(),
  userId: z.string(),
  user_url: link,
  name: z.string(),
  mobile: z.string(),
  type: z.number(),
  type_name: z.string(),
  addTime: z.string(),
  /** Yuan; empty for points that were spent. */
  money: z.string(),
  /** Positive if credited, negative if spent; null for an application. */
  points: z.number().nullable(),
  pay: z.number(),
  pay_name: z.string(),
  payType: z.number().nullable(),
  payType_name: z.string(),
  trade_no: z.string(),
  pay_time: z.string(),
  buyer_id: z.string(),
  refund: z.object({ refundOrderNo: z.string(), money: z.string(), reason: z.string(), refund_time: z.string() }).nullable(),
  payments: z.array(paymentNotice),
  application: z
    .object({
      url: link,
      status: z.number(),
      /** Empty while it is unpaid, because nobody reviews it then. */
      status_name: z.string(),
      /** 已撤回, if the applicant withdrew it. */
      remark: z.string(),
      num: z.number(),
      acceptor_name: z.string(),
    })
    .nullable(),
  invoice: z
    .object({
      id: z.string(),
      url: link,
      head: z.string(),
      money: z.string(),
      status: z.number(),
      status_name: z.string(),
      is_flushed: z.boolean(),
    })
    .nullable(),
  /** The evidence, capture or recording that the points were spent on. */
  evidence: z.object({ baoquan: z.string(), url: link }).nullable(),
});
export type OrderDetail = z.output<typeof orderDetail>;

/** Orders of notarizations, recharges and consumption of points (spec/finance-app-authority, 2.1). */
export const orderListCalls = {
  getOrderList: get('/api/ajax/data/getOrderList', {
    summary: '公证订单列表',
    needs: { anyOf: ['finance:order'] },
    input: z.object({ ...orderFilters, page, limit }),
    /** `money`: the total of all orders under the filters. */
    output: listOf(orderRow).extend({ money: z.string() }),
  }),
  getOrderChargeList: get('/api/ajax/data/getOrderChargeList', {
    summary: '充值消费订单列表',
    needs: { anyOf: ['finance:charge'] },
    input: z.object({ ...chargeFilters, page, limit }),
    /** Points that were recharged and paid, and points that were spent, over all rows under the filters. */
    output: listOf(chargeRow).extend({ recharged: z.number(), consumed: z.number() }),
  }),
  getOrderDetail: get('/api/ajax/data/getOrderDetail', {
    summary: '订单详情：付款、退款，以及所属的出证申请、充值或消费和发票',
    needs: { anyOf: ['finance:order', 'finance:charge'] },
    input: z.object({ orderNo: text(40, '订单号不能为空') }),
    output: orderDetail,
  }),
  orderExport: download('/api/export/orderExport', {
    summary: '导出公证订单',
    needs: { anyOf: ['finance:order'], allOf: ['export'] },
    input: z.object(orderFilters),
  }),
  orderChargeExport: download('/api/export/orderChargeExport', {
    summary: '导出充值消费订单',
    needs: { anyOf: ['finance:charge'], allOf: ['export'] },
    input: z.object(chargeFilters),
  }),
} as const;
