/** Why a call of `/open/v1` is not carried out: every code, with the HTTP status that carries it (intake, *Refusals*). */
export const openRefusals = {
  /** A field or the body; the message names it. */
  malformed: 400,
  /** A header of the signature; the message names it, never the right value. */
  signature: 401,
  /** The balance does not cover the price. */
  points: 402,
  /** Not the caller's own, or not of a user whose identity is verified. */
  forbidden: 403,
  /** The mark that is handed in was given to another user. */
  mark_foreign: 403,
  unknown: 404,
  /** Nothing more came of the body. */
  timeout: 408,
  /** A repeated `unique_id` with other content, or a state that does not allow it. */
  conflict: 409,
  /** The mark belongs to another evidence or recording: each counts once. */
  mark_used: 409,
  /** A stored file cannot be read at present. */
  missing: 409,
  /** `Upload-Offset` is not where the upload stands. */
  offset: 409,
  /** The recording has failed or was cancelled. */
  closed: 410,
  /** The mark is older than 24 hours. */
  mark_expired: 410,
  /** The cursor is older than what is kept. */
  gone: 410,
  version: 412,
  too_large: 413,
  type: 415,
  rate: 429,
  /** A fault of the office; the message names the request. */
  fault: 500,
  /** Storage or database do not answer. */
  unavailable: 503,
} as const;
export type RefusalCode = keyof typeof openRefusals;
