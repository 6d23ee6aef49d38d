// Written by `npm run schema` from the migrated database; not by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Applicant, Recipient, StoredPicture } from '../json.ts';

export interface OrdersTables {
  /** Recharges and consumptions of points in one list. It is written by triggers alone. */
  charge_order: {
    id: Generated<string>;
    recharge_id: string | null;
    transfer_id: string | null;
    order_no: string;
    user_id: string;
    type: 'personal' | 'enterprise';
    name: string;
    mobile: string;
    points: string;
    order_type: 'recharge' | 'consumption';
    business: 'recharge' | 'evidence' | 'web' | 'process' | 'move';
    pay_status: 'unpaid' | 'paid' | 'failed' | 'refunded';
    pay_type: 'transfer' | 'wechat' | 'alipay' | 'cloud' | null;
    created_at: Date;
    consumed: GeneratedAlways<string>;
    recharged: GeneratedAlways<string>;
    trade_no: string | null;
    /** As of an application. */
    numbers: GeneratedAlways<string>;
  };
  /** Invoices in two steps, first review and issue, and their red-letter invoices. */
  invoice: {
    id: Generated<string>;
    user_id: string;
    user_type: 'personal' | 'enterprise';
    username: string;
    mobile: string;
    type: 'electronic' | 'ordinary' | 'special';
    head: string;
    tax_num: string;
    bank_name: string;
    account: string;
    street: string;
    phone_number: string;
    recipient_name: string;
    post_phone_number: string;
    address: string;
    email: string;
    remark: string;
    amount_fen: string;
    status: Generated<'pending' | 'submitted' | 'issued' | 'rejected'>;
    created_at: Date;
    first_by: string | null;
    first_name: Generated<string>;
    first_at: Date | null;
    first_remark: Generated<string>;
    review_by: string | null;
    review_name: Generated<string>;
    review_at: Date | null;
    review_remark: Generated<string>;
    deal_day: ColumnType<Date | null, string | null, string | null>;
    deal_user: Generated<string>;
    deal_code: Generated<string>;
    deal_num: Generated<string>;
    courier_number: Generated<string>;
    issued_at: GeneratedAlways<Date | null>;
    red_num: Generated<string>;
    red_day: ColumnType<Date | null, string | null, string | null>;
    red_by: string | null;
    red_name: Generated<string>;
    red_at: Date | null;
  };
  /** What an invoice was asked for: kept when it is rejected and its orders are free again. */
  invoice_order: {
    invoice_id: string;
    position: number;
    kind: 'notarization' | 'recharge';
    order_no: string;
    amount_fen: string;
  };
  /** Applications for notarization, and the orders by which they are paid. */
  notarization_order: {
    id: Generated<string>;
    order_no: string;
    user_id: string;
    type: 'personal' | 'enterprise';
    name: string;
    mobile: string;
    amount_fen: string;
    pieces: number;
    send_type: 'pickup' | 'mail';
    applicant: ColumnType<Applicant, string, string>;
    recipient: ColumnType<Recipient, string, string>;
    pay_status: Generated<'unpaid' | 'paid' | 'failed' | 'refunded'>;
    pay_type: 'transfer' | 'wechat' | 'alipay' | 'cloud' | null;
    trade_no: string | null;
    paid_at: Date | null;
    transfer_img: ColumnType<StoredPicture | null, string | null, string | null>;
    status: Generated<'pending' | 'passed' | 'failed' | 'withdrawn'>;
    acceptor_id: string | null;
    acceptor_name: Generated<string>;
    remark: Generated<string>;
    decided_at: Date | null;
    claimed_by: string | null;
    claimed_until: Date | null;
    invoice_id: string | null;
    created_at: Date;
    /** Whether it waits for an invoice. */
    billing: GeneratedAlways<'none' | 'open' | 'billed'>;
    shown_status: GeneratedAlways<'waiting' | 'passed' | 'refused'>;
    /** The acceptor's id, or `nobody`. */
    accepted_by: GeneratedAlways<string>;
    /** The term's end, exclusive: midnight in Shanghai after its last day. */
    due_at: Date | null;
    claimed_at: Date | null;
    urgency: GeneratedAlways<Date>;
    /** The order's number and, once there is one, the gateway's: what keywords are found in. */
    numbers: GeneratedAlways<string>;
  };
  /** Every notice of the payment gateway that was taken in. The same trade pays once, whatever arrives twice. */
  payment: {
    id: Generated<string>;
    order_no: string;
    trade_no: string;
    pay_type: 'transfer' | 'wechat' | 'alipay' | 'cloud';
    amount_fen: string;
    result: 'success' | 'fail';
    app_id: string;
    at: Generated<Date>;
    /** The payer's account as the gateway told it; empty where it told none. */
    payer: Generated<string>;
  };
  recharge_order: {
    id: Generated<string>;
    order_no: string;
    user_id: string;
    type: 'personal' | 'enterprise';
    name: string;
    mobile: string;
    points: string;
    amount_fen: string;
    pay_status: Generated<'unpaid' | 'paid' | 'failed' | 'refunded'>;
    pay_type: 'transfer' | 'wechat' | 'alipay' | 'cloud' | null;
    trade_no: string | null;
    paid_at: Date | null;
    transfer_img: ColumnType<StoredPicture | null, string | null, string | null>;
    invoice_id: string | null;
    created_at: Date;
    /** Whether it waits for an invoice. */
    billing: GeneratedAlways<'none' | 'open' | 'billed'>;
  };
  refund: {
    id: Generated<string>;
    refund_order_no: string;
    order_no: string;
    amount_fen: string;
    reason: string;
    at: Date;
  };
}
