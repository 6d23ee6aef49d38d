import type { RefusalKind } from '../../../contract/wire.ts';

/** Refuses a call for a reason that the operator may know. Any other thrown error is a fault. */
export class Refusal extends Error {
  override name = 'Refusal';

  constructor(
    readonly kind: RefusalKind,
    /** Chinese, shown to the operator; only `rule` and `conflict` carry one on the wire. */
    message = '',
    readonly fields?: Record<string, string>,
    /** Sent beside the message: what the caller can do about it, and the data they need for that. */
    readonly hint?: Readonly<Record<string, boolean | object>>,
  ) {
    super(message);
  }
}

/** A refusal because of a business rule or invalid input. */
export function refuse(message: string, fields?: Record<string, string>): Refusal {
  return new Refusal('rule', message, fields);
}

/** A refusal because another operator acted first. */
export function conflict(message: string): Refusal {
  return new Refusal('conflict', message);
}
