import type { RefusalCode } from '../../../contract/open/refusals.ts';
import { BusyError } from '../../custody/drawing/threads.ts';
import { isDatabaseFull, isGone } from '../../platform/db/batches/group-commit.ts';
import { CodedTransfer, codedTransferWords, PackedBody } from '../../platform/http/body-headers.ts';
import { BrokenBody, UnreadableText } from '../../platform/http/body-text.ts';
import type { BodyEnd } from '../../platform/http/limits/body-end.ts';
import { isDiskFault, isStorageDown } from '../../platform/runtime/faults.ts';
import { StorageSilence } from '../../platform/storage/put-with-timeout.ts';
import { IntakeRefusal, revoked } from './refusal.ts';

/** The answer to a failed call. The message of a 500 is empty here; the caller replaces it by one with the request ID. */
export interface Explained {
  readonly status: number;
  readonly code: RefusalCode;
  readonly message: string;
  readonly details?: IntakeRefusal['details'];
}

/** The answer for an aborted body, which takes precedence over the error that its readers threw; null if it was not aborted. */
export function explainEnd(end: BodyEnd | undefined): Explained | null {
  if (end === undefined) return null;
  return end === 'idle'
    ? { status: 408, code: 'timeout', message: 'nothing more came of the body; send the call again, with the same unique_id' }
    : revoked();
}

/**
 * Converts an error to the answer for the client. A fault of the server gets status 500 and no message.
 * @param expectedType the media type of the call's body.
 */
export function explain(error: unknown, expectedType = 'application/json'): Explained {
  if (error instanceof IntakeRefusal) return error;
  if (error instanceof StorageSilence || isStorageDown(error) || isGone(error))
    return {
      status: 503,
      code: 'unavailable',
      message: 'the storage or the database does not answer; send the call again, with the same unique_id',
    };
  if (isDiskFault(error) || isDatabaseFull(error))
    return { status: 503, code: 'unavailable', message: 'the storage takes nothing now; send the call again, with the same unique_id' };
  if (error instanceof BusyError)
    return { status: 503, code: 'unavailable', message: 'too many certificates are being made; send the call again' };
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 429) return { status, code: 'rate', message: 'too many calls, or uploads at once; try again later' };
  if (status === 413) return { status, code: 'too_large', message: 'the body is too large' };
  if (error instanceof PackedBody)
    return { status, code: 'type', message: `Content-Encoding: ${error.encoding} is not accepted; send the body as it is` };
  if (error instanceof CodedTransfer) return { status, code: 'malformed', message: codedTransferWords(error.coding) };
  if (error instanceof UnreadableText) return { status, code: status === 415 ? 'type' : 'malformed', message: error.message };
  if (error instanceof BrokenBody) return { status: 400, code: 'malformed', message: error.message };
  if (status === 415) return { status, code: 'type', message: `${expectedType} is expected` };
  if (status >= 400 && status < 500) return { status: 400, code: 'malformed', message: 'the body cannot be read' };
  return { status: 500, code: 'fault', message: '' };
}
