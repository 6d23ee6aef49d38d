import type { RefusalKind } from '../../contract/wire.ts';

/** What an operator may know about why a call was not carried out. Anything else that is thrown is a fault. */
export class Refusal extends Error {
  override name = 'Refusal';

  constructor(
    readonly kind: RefusalKind,
    /** Chinese, shown to the operator; only `rule` and `conflict` carry one on the wire. */
    message = '',
    readonly fields?: Record<string, string>,
    /** Told beside the message: what the caller may do about it, and what they need for it. */
    readonly hint?: Readonly<Record<string, boolean | object>>,
  ) {
    super(message);
  }
}

/** A rule of the business, or bad input. */
export function refuse(message: string, fields?: Record<string, string>): Refusal {
  return new Refusal('rule', message, fields);
}

/** Somebody else was first. */
export function conflict(message: string): Refusal {
  return new Refusal('conflict', message);
}
