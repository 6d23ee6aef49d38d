import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';

/** Where an S3 deployment stores its objects (see storage-url). */
export interface S3Place {
  readonly bucket: string;
  /** Prefix of every key: empty, or ends with `/`. */
  readonly prefix: string;
  readonly region: string;
  /** Set for a server that is not Amazon's. */
  readonly endpoint: string | undefined;
  readonly forcePathStyle: boolean;
  /** If unset, the usual AWS environment applies (variables, profile, role of the machine). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** Set if browsers fetch files from the storage itself; `endpoint` is set if they use another endpoint than the server. */
  readonly links: { readonly endpoint: string | undefined } | null;
}

/** Sizes, concurrency and timeouts. The defaults suit every deployment; tests use small ones. */
export interface S3Pace {
  /** Objects up to this size are sent in one request, larger ones in parts of this size. Amazon's minimum for parts is 5 MiB. */
  readonly partBytes: number;
  /** Objects above this size are copied in parts of this size, so that no request takes long. S3 copies at most 5 GiB at once. */
  readonly copyBytes: number;
  /** Number of parts of one copy that are copied concurrently. */
  readonly copiesAtOnce: number;
  readonly connectMs: number;
  /** Limit until the response begins, without the time for the request's body. */
  readonly answerMs: number;
  /** The same for a request that makes the storage copy or join an object before it answers. */
  readonly workMs: number;
  /** Bytes a second of the slowest line that a body may be sent over. */
  readonly slowest: number;
  /** Limit for an open download that makes no progress, because nobody reads it or because the storage stalls. */
  readonly idleMs: number;
  readonly attempts: number;
}
const defaultPace: S3Pace = {
  partBytes: 8 * 2 ** 20,
  copyBytes: 128 * 2 ** 20,
  copiesAtOnce: 4,
  connectMs: 5000,
  answerMs: 20_000,
  workMs: 120_000,
  slowest: 100_000,
  idleMs: 300_000,
  attempts: 3,
};

/** A bucket, the prefix within it and its client. */
export interface Bucket {
  readonly client: S3Client;
  readonly name: string;
  readonly prefix: string;
  readonly pace: S3Pace;
}

export function openBucket(place: S3Place, pace: Partial<S3Pace>): Bucket {
  const { endpoint, region, forcePathStyle, credentials } = place;
  const whole = { ...defaultPace, ...pace };
  const client = new S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    region,
    forcePathStyle,
    maxAttempts: whole.attempts,
    // Every S3 server verifies Content-MD5 and the signed hash of each body; some reject the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: whole.connectMs,
      throwOnRequestTimeout: true,
      socketTimeout: whole.idleMs,
      // Downloads hold a connection for as long as the browser reads; puts must not wait for them.
      httpAgent: { keepAlive: true, maxSockets: 256 },
      httpsAgent: { keepAlive: true, maxSockets: 256 },
    },
  });
  limitAnswers(client, whole);
  return { client, name: place.bucket, prefix: place.prefix, pace: whole };
}

/** Gives each request a limit of its own: the SDK has one for all, and a part of an upload may take as long as ten small calls together. */
function limitAnswers({ config: { requestHandler } }: S3Client, pace: S3Pace): void {
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = (request, options) =>
    handle(request, { ...options, requestTimeout: answerLimit(request as unknown as SentRequest, pace) });
}

interface SentRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Milliseconds until the response to a request must begin, including the sending of its body. */
export function answerLimit({ method, headers }: SentRequest, pace: Pick<S3Pace, 'answerMs' | 'workMs' | 'slowest'>): number {
  const works = method === 'POST' || headers['x-amz-copy-source'] !== undefined;
  return (works ? pace.workMs : pace.answerMs) + (Number(headers['content-length'] ?? 0) * 1000) / pace.slowest;
}

/** Whether the error says that the object does not exist. A missing bucket is a fault, not a missing object. */
export function isAbsent(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket';
}
