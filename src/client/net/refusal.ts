import type { RefusalCode } from '../contract/calls.ts';

/** The server did not carry a call out, and says why. `code` is a closed union; the message is for a log. */
export class NotaryRefusal extends Error {
  override readonly name = 'NotaryRefusal';

  constructor(
    readonly status: number,
    readonly code: RefusalCode,
    message: string,
    /** When to come again, where the server says so. */
    readonly retryAfterSeconds: number | null = null,
    /** What is told beside: `earliest` of a feed whose cursor is too old. */
    readonly told: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** No whole answer of the server came. Whether the call was carried out is not known, unless `isUnsent`. */
export class NotaryUnreachable extends Error {
  override readonly name = 'NotaryUnreachable';

  constructor(
    message: string,
    /** Nothing of the call can have arrived. */
    readonly isUnsent: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** What came back, or was given, is not what it should be: nothing to repeat. */
export class NotaryFault extends Error {
  override readonly name = 'NotaryFault';
}
