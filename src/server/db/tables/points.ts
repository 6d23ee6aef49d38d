import type { Generated, GeneratedAlways } from 'kysely';
import type { GiftType } from '../../../domain/codes/points.ts';
import type { UserType } from '../../../domain/codes/users.ts';

/** The ledger of points. */
export interface PointsTables {
  points_account: {
    id: Generated<string>;
    kind: string;
    user_id: string | null;
    balance: string | null;
    given_contract: Generated<string>;
    given_recharge: Generated<string>;
    given_test: Generated<string>;
    given_other: Generated<string>;
  };
  points_transfer: {
    id: Generated<string>;
    at: Generated<Date>;
    order_no: string;
    from_account: string;
    to_account: string;
    points: string;
    reference: string;
    note: Generated<string>;
    giver: Generated<string>;
  };
  points_gift: {
    id: string;
    at: Date;
    user_id: string;
    user_type: UserType;
    mobile: string;
    kind: GiftType;
    points: string;
    note: string;
    giver: string;
  };
  points_hold: { id: Generated<string>; user_id: string; app_id: string; unique_id: string; points: string; expires_at: Date };
  points_gift_request: { account_id: string; request_id: string; fingerprint: Buffer; at: GeneratedAlways<Date> };
}
