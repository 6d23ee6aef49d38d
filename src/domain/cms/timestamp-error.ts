/**
 * Why there is no timestamp:
 * `unreachable` no answer, or one that HTTP calls a failure; `late` none within the time; `malformed` not a TimeStampResp, or too long;
 * `wrong-imprint` a token over other bytes; `wrong-nonce` a token for another request; `wrong-time` a token of a time that is not now;
 * `rejected` the authority refused;
 * `bad-signature` the token is not what its certificate signed; `untrusted` that certificate may not sign timestamps, or leads to no root
 * of ours.
 */
export type TimestampErrorKind =
  | 'unreachable'
  | 'late'
  | 'malformed'
  | 'wrong-imprint'
  | 'wrong-nonce'
  | 'wrong-time'
  | 'rejected'
  | 'bad-signature'
  | 'untrusted';

export class TimestampError extends Error {
  override readonly name = 'TimestampError';
  readonly kind: TimestampErrorKind;

  constructor(kind: TimestampErrorKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** Runs `work`; whatever it throws that is not yet a TimestampError becomes one of `kind`. */
export function orFail<Value>(kind: TimestampErrorKind, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw toTimestampError(kind, error);
  }
}

export function toTimestampError(kind: TimestampErrorKind, error: unknown): TimestampError {
  if (error instanceof TimestampError) return error;
  return new TimestampError(kind, error instanceof Error ? error.message : String(error), error);
}
