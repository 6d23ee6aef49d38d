import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Transform } from 'node:stream';
import { sql, type Selectable } from 'kysely';
import { createLoader } from '../../platform/db/batches/loader.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { groupCommit } from '../../platform/db/batches/group-commit.ts';
import { preparedPlan } from '../../platform/db/plans/prepared-plans.ts';
import { hasBody } from '../../platform/http/limits/body-end.ts';
import { badHeader, SignatureRefusal } from './refusal.ts';
import { useNonces, type NonceUse } from './store.ts';

/** The client that signed a call: a client of the office, or an enterprise that acts for itself. */
export interface IntakeClient {
  readonly appId: string;
  readonly name: string;
  readonly kind: 'platform' | 'enterprise';
  /** The enterprise's own user ID; null for a platform client. */
  readonly userId: string | null;
}
export interface SignedRequest {
  /** The method, and the one that it was sent as if that differs (`X-HTTP-Method-Override`); either may be signed. */
  readonly methods: readonly string[];
  /** The request target: `/open/v1/…`, with `?query` only if there is one. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Verified {
  readonly client: IntakeClient;
  /** The signed hash of the body in lower case, or `UNSIGNED-PAYLOAD`; for `BodyHash`. */
  readonly contentSha256: string;
}

/**
 * Verifies the signature of a call (spec/intake, 2) before its body is read; `BodyHash` checks the body's hash at its end.
 * Concurrent calls share their look-ups. @throws IntakeRefusal 401 that names the header at fault.
 */
export function signatureVerifier(findCredential: FindCredential, db: Database): (request: SignedRequest, now: Date) => Promise<Verified> {
  const useNonce = groupCommit((uses: readonly NonceUse[]) => useNonces(db, uses), 256);

  return async (request, now) => {
    const appId = header(request, 'X-App-Id', /^[0-9A-Za-z_-]{1,64}$/);
    const timestamp = header(request, 'X-Timestamp', /^\d{1,12}$/);
    const nonce = header(request, 'X-Nonce', /^[\x21-\x7e]{1,128}$/);
    const contentSha256 = header(request, 'X-Content-SHA256', /^([0-9a-fA-F]{64}|UNSIGNED-PAYLOAD)$/);
    const signature = header(request, 'X-Signature', /^[0-9a-fA-F]{64}$/);
    const algorithm = algorithmOf(request);

    const credential = await findCredential(appId);
    if (!credential || credential.status !== 'enabled') throw badHeader('X-App-Id', 'unknown');
    if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > windowSeconds) throw badHeader('X-Timestamp', 'late');
    const multipart = /^\s*multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
    if (contentSha256 === unsigned && !multipart) throw badHeader('X-Content-SHA256', 'multipartOnly');

    const texts = request.methods.map((method) => [method, request.target, timestamp, nonce, contentSha256].join('\n'));
    const given = Buffer.from(signature, 'hex');
    if (!texts.some((text) => isSignedByAny(keysOf(credential, now), algorithm, text, given)))
      throw new SignatureRefusal('X-Signature', 'mismatch', texts[0] ?? '');
    const folded = contentSha256 === unsigned ? unsigned : contentSha256.toLowerCase();
    // Without a body no handler checks the hash at its end, so it is checked here.
    if (!hasBody(request) && folded !== unsigned && folded !== sha256OfNothing) throw badHeader('X-Content-SHA256', 'notEmptyHash');
    if (!(await useNonce({ appId, nonce, timestamp: Number(timestamp) }))) throw badHeader('X-Nonce', 'used');
    return { client: { appId, name: credential.name, kind: credential.kind, userId: credential.user_id }, contentSha256: folded };
  };
}

/** The keys that a client may sign with: the current one, and for a day after a rotation the previous one. */
function keysOf({ security_key: key, previous_key: previous, previous_until: until }: Credential, now: Date): string[] {
  return previous !== null && until !== null && until > now ? [key, previous] : [key];
}

/** Tries all keys even after a match, so that the time reveals nothing about them. */
function isSignedByAny(keys: readonly string[], algorithm: HmacHash, signed: string, signature: Buffer): boolean {
  const fits = keys.map((key) => timingSafeEqual(createHmac(algorithm, key).update(signed).digest(), signature));
  return fits.includes(true);
}

/** The algorithm of the header; HMAC-SHA256 if it is absent. */
function algorithmOf(request: SignedRequest): HmacHash {
  if (request.headers['x-signature-algorithm'] === undefined) return 'sha256';
  return header(request, 'X-Signature-Algorithm', /^HMAC-(?:SHA256|SM3)$/) === 'HMAC-SM3' ? 'sm3' : 'sha256';
}
type HmacHash = 'sha256' | 'sm3';

/** Looks up credentials; concurrent calls share a query. */
export function credentialFinder(db: Database) {
  return createLoader((appIds: string[]) => credentialsOf(db, appIds));
}
export type FindCredential = ReturnType<typeof credentialFinder>;
type Credential = Pick<Selectable<Tables['credential']>, 'security_key' | 'previous_key' | 'previous_until'>;
type FoundCredential = Credential & Pick<Selectable<Tables['credential']>, 'app_id' | 'name' | 'kind' | 'user_id' | 'status'>;

/** Hashes a body that is streamed through; call `assert` after its end. */
export class BodyHash extends Transform {
  readonly #hash = createHash('sha256');
  readonly #signed: string;

  /** @param signedSha256 lower-case hex, or `UNSIGNED-PAYLOAD`, for which nothing is hashed. */
  constructor(signedSha256: string) {
    super();
    this.#signed = signedSha256;
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error: Error | null, chunk: Buffer) => void): void {
    if (this.#signed !== unsigned) this.#hash.update(chunk);
    done(null, chunk);
  }

  /** Call once, after the whole body was read. @throws IntakeRefusal 401 if the body does not match the signed hash. */
  assert(): void {
    if (this.#signed !== unsigned && this.#hash.digest('hex') !== this.#signed) throw badHeader('X-Content-SHA256', 'notBodyHash');
  }
}

const windowSeconds = 300;
const unsigned = 'UNSIGNED-PAYLOAD';
const sha256OfNothing = createHash('sha256').digest('hex');

function header(request: SignedRequest, name: string, shape: RegExp): string {
  const value = request.headers[name.toLowerCase()];
  if (typeof value !== 'string' || value === '') throw badHeader(name, 'missing');
  if (!shape.test(value)) throw badHeader(name, 'malformed');
  return value;
}

async function credentialsOf(db: Database, appIds: readonly string[]) {
  const { rows: found } = await sql<FoundCredential>`
    select app_id, name, kind, user_id, status, security_key, previous_key, previous_until
      from credential where app_id = any(${[...appIds]}::text[]) ${preparedPlan}`.execute(db);
  return new Map(found.map((credential) => [credential.app_id, credential]));
}
