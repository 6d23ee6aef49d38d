// Written by `npm run schema` from the migrated database; not by hand.
export interface QueuesTables {
  /** Users and invoices that an operator has in hand to decide on; others wait until the lease ends. */
  work_claim: {
    subject: 'user' | 'invoice';
    subject_id: string;
    account_id: string;
    since: Date;
    until: Date;
  };
}
