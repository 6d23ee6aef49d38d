import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { PayStatus, PayType } from '../../../domain/codes/orders.ts';
import type { UserType } from '../../../domain/codes/users.ts';
import type { StoredPicture } from './pictures.ts';

/** What orders of money have in common. */
export interface OrderColumns {
  id: Generated<string>;
  order_no: string;
  user_id: string;
  type: UserType;
  /** The user's, when he ordered. */
  name: string;
  mobile: string;
  amount_fen: string;
  pay_status: ColumnType<PayStatus, PayStatus | undefined, PayStatus>;
  pay_type: PayType | null;
  trade_no: string | null;
  paid_at: Date | null;
  transfer_img: ColumnType<StoredPicture | null, string | null, string | null>;
  invoice_id: string | null;
  /** Whether it waits for an invoice. */
  billing: GeneratedAlways<'none' | 'open' | 'billed'>;
  created_at: Date;
}
