import type { RefusalCode } from '../../contract/open/refusals.ts';
import { headerFaults, type HeaderFault } from '../../domain/codes/call-refusals.ts';

/** Why an intake call was not carried out; the status is HTTP's own (intake, *Refusals*). */
export class IntakeRefusal extends Error {
  override name = 'IntakeRefusal';

  constructor(
    readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 410 | 412 | 413 | 415 | 429,
    readonly code: RefusalCode,
    message: string,
    /** What the client may go on by. */
    readonly told: Readonly<Record<string, string | null>> = {},
  ) {
    super(message);
  }
}

/** The call conflicts with what is stored already. */
export function conflict(message: string): IntakeRefusal {
  return new IntakeRefusal(409, 'conflict', message);
}

/** A header of the signature is at fault. */
export class SignatureRefusal extends IntakeRefusal {
  constructor(
    header: string,
    fault: HeaderFault,
    /** The text that was signed over, where the signature is of another; for the record of the call, and never told. */
    readonly signedOver = '',
  ) {
    super(401, 'signature', `${header}: ${headerFaults[fault].told}`);
  }
}

/** What is told to a client whose credentials were ended while it was calling: the same as at its next call. */
export function revoked(): IntakeRefusal {
  return badHeader('X-App-Id', 'unknown');
}

/** A signature's fault names the header, never the right value. */
export function badHeader(header: string, fault: HeaderFault): IntakeRefusal {
  return new SignatureRefusal(header, fault);
}
