import type { RefusalCode } from '../../../contract/open/refusals.ts';
import { headerFaults, type HeaderFault } from '../../../domain/business/codes/call-refusals.ts';

/** Refuses an intake call, with an HTTP status (spec/intake, 6). */
export class IntakeRefusal extends Error {
  override name = 'IntakeRefusal';

  constructor(
    readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 410 | 412 | 413 | 415 | 429,
    readonly code: RefusalCode,
    message: string,
    /** Fields for the client to continue by, sent beside the message. */
    readonly details: Readonly<Record<string, string | null>> = {},
  ) {
    super(message);
  }
}

/** A refusal because the call conflicts with stored data. */
export function conflict(message: string): IntakeRefusal {
  return new IntakeRefusal(409, 'conflict', message);
}

/** A refusal because of a header of the signature. */
export class SignatureRefusal extends IntakeRefusal {
  constructor(
    header: string,
    fault: HeaderFault,
    /** The text that the signature should cover, if it does not match; for the call record only, never sent to the client. */
    readonly signedOver = '',
  ) {
    super(401, 'signature', `${header}: ${headerFaults[fault].message}`);
  }
}

/** The refusal for a client whose credentials were revoked during the call; the same as it will get at its next call. */
export function revoked(): IntakeRefusal {
  return badHeader('X-App-Id', 'unknown');
}

/** A refusal that names the header at fault, never the correct value. */
export function badHeader(header: string, fault: HeaderFault): IntakeRefusal {
  return new SignatureRefusal(header, fault);
}
