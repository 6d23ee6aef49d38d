import { expect, it } from 'vitest';
import { faultKind, faultReason, faultWords, isStorageDown } from './faults.ts';

const coded = (code: string, message = code, more: object = {}) => Object.assign(new Error(message), { code, ...more });
/** As the client of S3 tells what a storage answered. */
const refusal = (name: string, httpStatusCode: number) => Object.assign(new Error(name), { name, $metadata: { httpStatusCode } });

it.each([
  [coded('CERT_HAS_EXPIRED', 'certificate has expired'), 'its certificate has ended, renew it there (CERT_HAS_EXPIRED)'],
  [coded('ENOTFOUND', 'getaddrinfo', { hostname: 'db.invalid' }), /^the name db\.invalid has no address, .*DNS \(ENOTFOUND\)$/],
  [coded('EAI_AGAIN', 'getaddrinfo', { hostname: 'db.office' }), /^no name server answers for db\.office, .*\(EAI_AGAIN\)$/],
  [coded('EROFS'), 'the disk is mounted read-only (EROFS)'],
  [refusal('XMinioStorageFull', 507), 'the storage has no room left (InsufficientStorage)'],
  [refusal('QuotaExceeded', 403), 'the storage has no room left (InsufficientStorage)'],
  [new TypeError('fetch failed', { cause: coded('CERT_HAS_EXPIRED') }), /certificate has ended/],
  [new AggregateError([coded('ECONNREFUSED'), coded('ENOTFOUND')]), /has no address/],
])('has words for %s', (error, words) => {
  expect(faultWords(error)).toMatch(words);
});

it('leaves what it does not know in its own words', () => {
  expect(faultWords(coded('ECONNREFUSED'))).toBeNull();
  expect(faultReason(coded('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1'))).toBe('connect ECONNREFUSED 127.0.0.1:1');
  expect(faultReason(new TypeError('fetch failed', { cause: coded('ECONNRESET', 'reset') }))).toBe('reset');
  expect(faultReason(new AggregateError([coded('A', 'one'), coded('B', 'two')], ''))).toBe('one; two');
  expect(faultReason('text')).toBe('text');
  expect(faultWords(null)).toBeNull();
  expect(faultWords(refusal('AccessDenied', 403))).toBeNull();
});

it.each([
  [coded('EAI_AGAIN', 'getaddrinfo'), 'name'],
  [new AggregateError([coded('ECONNREFUSED'), coded('ENOTFOUND')]), 'name'],
  [new TypeError('fetch failed', { cause: coded('CERT_HAS_EXPIRED') }), 'certificate ended'],
  [coded('CERT_NOT_YET_VALID'), 'certificate not yet valid'],
  [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'certificate of another name'],
  [coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'certificate untrusted'],
  [coded('EROFS'), null],
  [refusal('InsufficientStorage', 507), null],
  [coded('ECONNREFUSED'), null],
])('knows the kind of %s', (error, kind) => {
  expect(faultKind(error)).toBe(kind);
});

it.each([
  [refusal('SlowDown', 503), true],
  [refusal('InternalError', 500), true],
  [refusal('TooManyRequests', 429), true],
  // Without an answer the client tells only how often it tried.
  [Object.assign(new Error('no connection'), { name: 'TimeoutError', $metadata: { attempts: 3 } }), true],
  [refusal('AccessDenied', 403), false],
  [refusal('XMinioStorageFull', 507), false],
  [new Error('a fault of our own'), false],
])('knows whether the storage is down, by %s', (error, isDown) => {
  expect(isStorageDown(error)).toBe(isDown);
});
