import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { InvoiceStatus, InvoiceType } from '../../../domain/codes/invoices.ts';
import type { OrderKind, PayStatus, PayType } from '../../../domain/codes/orders.ts';
import type { BusinessType, OrderType } from '../../../domain/codes/points.ts';
import type { UserType } from '../../../domain/codes/users.ts';
import type { OrderColumns } from './orders.ts';

/** Recharges, payments, refunds, invoices. */
export interface FinanceTables {
  recharge_order: OrderColumns & { points: string };
  payment: {
    id: Generated<string>;
    order_no: string;
    trade_no: string;
    pay_type: PayType;
    amount_fen: string;
    result: 'success' | 'fail';
    app_id: string;
    /** The payer's account as the gateway told it. */
    payer: Generated<string>;
    at: Generated<Date>;
  };
  /** Recharges and consumptions of points; written by triggers alone. */
  charge_order: {
    id: GeneratedAlways<string>;
    order_no: string;
    user_id: string;
    type: UserType;
    name: string;
    mobile: string;
    points: string;
    order_type: OrderType;
    business: BusinessType;
    pay_status: PayStatus;
    pay_type: PayType | null;
    trade_no: string | null;
    /** As of an application. */
    numbers: GeneratedAlways<string>;
    created_at: Date;
    recharged: GeneratedAlways<string>;
    consumed: GeneratedAlways<string>;
  };
  refund: { id: Generated<string>; refund_order_no: string; order_no: string; amount_fen: string; reason: string; at: Date };
  invoice: {
    id: Generated<string>;
    user_id: string;
    user_type: UserType;
    username: string;
    mobile: string;
    type: InvoiceType;
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
    status: ColumnType<InvoiceStatus, InvoiceStatus | undefined, InvoiceStatus>;
    created_at: Date;
    first_by: string | null;
    first_name: Generated<string>;
    first_at: Date | null;
    first_remark: Generated<string>;
    review_by: string | null;
    review_name: Generated<string>;
    review_at: Date | null;
    review_remark: Generated<string>;
    /** `yyyy-MM-dd` goes in; a Date would come out, so it is read as a text. */
    deal_day: ColumnType<Date | null, string | null, string | null>;
    deal_user: Generated<string>;
    deal_code: Generated<string>;
    deal_num: Generated<string>;
    courier_number: Generated<string>;
    issued_at: GeneratedAlways<Date | null>;
    red_num: Generated<string>;
    /** As deal_day. */
    red_day: ColumnType<Date | null, string | null | undefined, string | null>;
    red_by: ColumnType<string | null, string | null | undefined, string | null>;
    red_name: Generated<string>;
    red_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  invoice_order: { invoice_id: string; position: number; kind: OrderKind; order_no: string; amount_fen: string };
}
