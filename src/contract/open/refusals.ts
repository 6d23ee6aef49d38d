/** Why a call of `/open/v1` is refused: every code with its HTTP status (spec/intake, 6). */
export const openRefusals = {
  /** A field or the body is invalid; the message names it. */
  malformed: 400,
  /** A signature header is invalid; the message names it, but never the correct value. */
  signature: 401,
  /** The balance does not cover the price. */
  points: 402,
  /** The object is not the caller's own, or belongs to a user whose identity is not verified. */
  forbidden: 403,
  /** The submitted mark was issued to another user. */
  mark_foreign: 403,
  unknown: 404,
  /** The address has other methods; `Allow` names them. */
  method: 405,
  /** The rest of the body did not arrive in time. */
  timeout: 408,
  /** A repeated `unique_id` with different content, or a state that does not allow the call. */
  conflict: 409,
  /** The mark belongs to another evidence or recording; each mark can be used once. */
  mark_used: 409,
  /** A stored file cannot be read at present. */
  missing: 409,
  /** `Upload-Offset` differs from the upload's offset. */
  offset: 409,
  /** The recording has failed or was cancelled. */
  closed: 410,
  /** The mark is older than 24 hours. */
  mark_expired: 410,
  /** The cursor is older than the stored events. */
  gone: 410,
  version: 412,
  too_large: 413,
  type: 415,
  rate: 429,
  /** An internal error of the office; the message contains the request's id. */
  fault: 500,
  /** Storage or database do not respond. */
  unavailable: 503,
} as const;
export type RefusalCode = keyof typeof openRefusals;
