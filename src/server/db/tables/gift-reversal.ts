// Written by `npm run schema` from the migrated database; not by hand.
export interface GiftReversalTables {
  /** One row a gift that was taken back. Written by the booking itself. */
  points_gift_reversal: {
    id: string;
    gift_id: string;
    at: Date;
    note: string;
    taker: string;
  };
}
