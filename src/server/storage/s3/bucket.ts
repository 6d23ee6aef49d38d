import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';

/** Where an S3 deployment keeps its objects (see storage-url). */
export interface S3Place {
  readonly bucket: string;
  /** Empty, or ends with `/`: stands before every key. */
  readonly prefix: string;
  readonly region: string;
  /** Of a server that is not Amazon's. */
  readonly endpoint: string | undefined;
  readonly forcePathStyle: boolean;
  /** Unset: the usual AWS environment (variables, profile, role of the machine). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** Whether browsers are sent to the storage itself, and under which endpoint where it is another one than the server's. */
  readonly links: { readonly endpoint: string | undefined } | null;
}

/** How much at once and how long; the defaults suit every deployment, tests need small ones. */
export interface S3Pace {
  /** Objects up to this size are one request; larger ones go up in parts of it. Amazon takes no parts below 5 MiB. */
  readonly partBytes: number;
  /** Objects above this size are copied in parts of it, so that no request lasts for long. S3 copies at most 5 GiB at once. */
  readonly copyBytes: number;
  /** Parts of a copy under way at a time. */
  readonly copiesAtOnce: number;
  readonly connectMs: number;
  /** Until the answer begins, the request's body included. */
  readonly answerMs: number;
  /** Until an open download that nobody reads, or that the storage does not go on with, is given up. */
  readonly idleMs: number;
  readonly attempts: number;
}
const defaultPace: S3Pace = {
  partBytes: 8 * 2 ** 20,
  copyBytes: 128 * 2 ** 20,
  copiesAtOnce: 4,
  connectMs: 5000,
  answerMs: 120_000,
  idleMs: 300_000,
  attempts: 3,
};

/** A bucket, a place in it and the client that speaks to it. */
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
    // Content-MD5 and the signed hash of every body are verified by each S3 server; the newer checksums are refused by some.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: whole.connectMs,
      requestTimeout: whole.answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: whole.idleMs,
      // Downloads hold a connection for as long as the browser reads; puts must not wait for them.
      httpAgent: { keepAlive: true, maxSockets: 256 },
      httpsAgent: { keepAlive: true, maxSockets: 256 },
    },
  });
  return { client, name: place.bucket, prefix: place.prefix, pace: whole };
}

/** Whether the answer is that there is no such object. A bucket that is gone is a fault, not an object that is missing. */
export function isAbsent(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket';
}
