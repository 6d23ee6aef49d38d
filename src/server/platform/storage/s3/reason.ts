import { S3ServiceException } from '@aws-sdk/client-s3';
import { faultWords } from '../../runtime/faults.ts';

/** Why a bucket cannot be used, worded for the administrator; the storage's own message if there is no wording for it. */
export function s3Reason(error: unknown): string {
  const words = faultWords(error);
  if (words !== null) return words;
  // A refused connection may be reported as one error per address.
  if (error instanceof AggregateError) return error.errors.map(s3Reason).join('; ');
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'CredentialsProviderError')
    return 'there are no credentials (accessKeyId and secretAccessKey, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY)';
  if (error.name === 'TimeoutError') return 'it does not answer';
  // A HEAD response has no body, so a refusal comes without a message.
  if (error instanceof S3ServiceException) return reasons[error.$metadata.httpStatusCode ?? 0] ?? `${error.name}: ${error.message}`;
  return error.message;
}

const reasons: Partial<Record<number, string>> = {
  301: 'it is in another region',
  400: 'the storage refuses the request (region or credentials)',
  403: 'the storage refuses these credentials',
  404: 'there is no such bucket',
};
