// Written by `npm run schema` from the migrated database; not by hand.
import type { Generated } from 'kysely';

export interface PointsTables {
  points_account: {
    id: Generated<string>;
    kind: 'user' | 'giftContract' | 'giftRecharge' | 'giftTest' | 'giftOther' | 'recharge' | 'evidence' | 'web' | 'process' | 'move';
    user_id: string | null;
    balance: string | null;
    given_contract: Generated<string>;
    given_recharge: Generated<string>;
    given_test: Generated<string>;
    given_other: Generated<string>;
  };
  /** One row a gift, with what the list filters by. Written by the booking itself, so that no gift can be missing from the list. */
  points_gift: {
    id: string;
    at: Date;
    user_id: string;
    user_type: 'personal' | 'enterprise';
    mobile: string;
    kind: 'giftContract' | 'giftRecharge' | 'giftTest' | 'giftOther';
    points: string;
    note: string;
    giver: string;
  };
  /** An operator's request to give: the same one is carried out once. */
  points_gift_request: {
    account_id: string;
    request_id: string;
    fingerprint: Buffer;
    at: Generated<Date>;
  };
  /**
   * Points that an upload has begun with, and that no other one can spend meanwhile. No booking: the balance stays what the ledger says,
   * and what is held is looked at beside it. A hold ends with its evidence, with its upload, or, when the server that renews it is gone, by
   * itself.
   */
  points_hold: {
    id: Generated<string>;
    user_id: string;
    app_id: string;
    unique_id: string;
    points: string;
    expires_at: Date;
    /** The upload in chunks whose price this is: it ends with the upload, not by itself. */
    upload_id: string | null;
  };
  /** Bookings. */
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
}
