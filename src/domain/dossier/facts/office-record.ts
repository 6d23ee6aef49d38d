import type { UserType } from '../../codes/users.ts';

/**
 * `office-record.json`: what only the office knows of an evidence, out of its own records, for the owner of the package. Nothing but the
 * office's signature over the package vouches for it, and each line that rests on it says so.
 */
export interface OfficeRecord {
  readonly type: 'office-record';
  readonly version: 1;
  readonly number: string;
  readonly submitter: SubmitterRecord;
  readonly transfer: TransferRecord;
  readonly reread: RereadRecord;
  /** In the order in which it happened. */
  readonly custody: readonly CustodyStep[];
  /** Steps that did not find room. */
  readonly stepsLeftOut: number;
}

export interface SubmitterRecord {
  readonly ownerType: UserType;
  readonly registeredAt: string;
  /** The last decision before the evidence was received; null where there was none. */
  readonly review: { readonly at: string; readonly result: 'passed' | 'failed'; readonly by: string } | null;
  /** Who called the open API; null where the office itself made the evidence. */
  readonly client: { readonly appId: string; readonly name: string } | null;
}

export interface TransferRecord {
  /** SHA-256 that was declared before the bytes came; null where none was noted. */
  readonly declaredSha256: string | null;
  readonly declaredSeconds: number | null;
}

/** The last time that the office read the stored files again and hashed them. */
export interface RereadRecord {
  /** The earliest of the files' last times; null where one of them was never read again. */
  readonly at: string | null;
  readonly state: 'unchecked' | 'whole' | 'damaged' | 'missing';
}

/** Acts of one hand that follow each other are one step. */
export interface CustodyStep {
  readonly from: string;
  readonly until: string;
  readonly hand: { readonly kind: 'operator' | 'client' | 'command' | 'system'; readonly name: string };
  readonly act: string;
  readonly count: number;
}
