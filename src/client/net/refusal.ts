import type { RefusalCode } from '../contract/calls.ts';

/** The server refused the call and says why. `code` is a closed union; the message is meant for a log. */
export class NotaryRefusal extends Error {
  override readonly name = 'NotaryRefusal';

  constructor(
    readonly status: number,
    readonly code: RefusalCode,
    message: string,
    /** When to try again, if the server says so. */
    readonly retryAfterSeconds: number | null = null,
    /** Additional data of the refusal, such as `earliest` for a feed whose cursor is too old. */
    readonly told: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** No complete answer of the server arrived. Whether the call was carried out is unknown, unless `isUnsent`. */
export class NotaryUnreachable extends Error {
  override readonly name = 'NotaryUnreachable';

  constructor(
    message: string,
    /** No part of the call can have reached the server. */
    readonly isUnsent: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** An answer or an input is not what it should be. Repeating the call does not help. */
export class NotaryFault extends Error {
  override readonly name = 'NotaryFault';
}
