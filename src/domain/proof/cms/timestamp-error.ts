/**
 * Why there is no valid timestamp:
 * `unreachable` no response, or an HTTP error; `late` no response in time; `malformed` not a TimeStampResp, or too long;
 * `wrong-imprint` the token covers other bytes; `wrong-nonce` it belongs to another request; `wrong-time` its time is not now;
 * `rejected` the authority refused; `bad-signature` the token's signature is invalid;
 * `untrusted` its certificate may not sign timestamps, or leads to no trusted root.
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

/** Runs `work` and converts any error that is not a TimestampError into one of `kind`. */
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
