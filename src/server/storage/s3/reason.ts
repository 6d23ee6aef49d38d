import { S3ServiceException } from '@aws-sdk/client-s3';
import { faultWords } from '../../runtime/fault-words.ts';

/** Why a bucket cannot be used, in the words of who has to set it right; the storage's own where there are none of ours. */
export function s3Reason(error: unknown): string {
  const words = faultWords(error);
  if (words !== null) return words;
  // A refused connection may come as one error per address.
  if (error instanceof AggregateError) return error.errors.map(s3Reason).join('; ');
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'CredentialsProviderError')
    return 'there are no credentials (accessKeyId and secretAccessKey, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY)';
  if (error.name === 'TimeoutError') return 'it does not answer';
  // HEAD has no body: a refusal comes without words.
  if (error instanceof S3ServiceException) return reasons[error.$metadata.httpStatusCode ?? 0] ?? `${error.name}: ${error.message}`;
  return error.message;
}

const reasons: Partial<Record<number, string>> = {
  301: 'it is in another region',
  400: 'the storage refuses the request (region or credentials)',
  403: 'the storage refuses these credentials',
  404: 'there is no such bucket',
};
