import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Transform } from 'node:stream';
import { sql, type Selectable } from 'kysely';
import { createLoader } from '../db/loader.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { groupCommit } from '../db/group-commit.ts';
import { keptPlan } from '../db/plans/kept-plans.ts';
import { hasBody } from '../http/limits/body-end.ts';
import { badHeader, SignatureRefusal } from './refusal.ts';
import { useNonces, type NonceUse } from './store.ts';

/** Who signed a call: the office's own client, or an enterprise that acts for itself. */
export interface IntakeClient {
  readonly appId: string;
  readonly name: string;
  readonly kind: 'platform' | 'enterprise';
  /** The enterprise's own user id; null for a platform client. */
  readonly userId: string | null;
}
export interface SignedRequest {
  readonly method: string;
  /** The whole target: `/open/v1/…`, with `?query` only where there is one. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Verified {
  readonly client: IntakeClient;
  /** The body's hash that was signed, in lower case whatever it was sent in; for `BodyHash`. */
  readonly contentSha256: string;
}

/**
 * Checks the signature of a call (intake, *Signature*) before its body is read; the body's own hash is checked at its end by `BodyHash`.
 * Calls that come at once share their look-ups. @throws IntakeRefusal 401 that names the header at fault.
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
    const multipart = (request.headers['content-type'] ?? '').startsWith('multipart/form-data');
    if (contentSha256 === unsigned && !multipart) throw badHeader('X-Content-SHA256', 'multipartOnly');

    const signed = [request.method, request.target, timestamp, nonce, contentSha256].join('\n');
    if (!isSignedByAny(keysOf(credential, now), algorithm, signed, Buffer.from(signature, 'hex')))
      throw new SignatureRefusal('X-Signature', 'mismatch', signed);
    const folded = contentSha256 === unsigned ? unsigned : contentSha256.toLowerCase();
    // Nobody waits for the end of a body that is not there to hash it.
    if (!hasBody(request) && folded !== unsigned && folded !== sha256OfNothing) throw badHeader('X-Content-SHA256', 'notEmptyHash');
    if (!(await useNonce({ appId, nonce, timestamp: Number(timestamp) }))) throw badHeader('X-Nonce', 'used');
    return { client: { appId, name: credential.name, kind: credential.kind, userId: credential.user_id }, contentSha256: folded };
  };
}

/** The keys that a client may sign with: its own, and for a day the one that it replaced. */
function keysOf({ security_key: key, previous_key: previous, previous_until: until }: Credential, now: Date): string[] {
  return previous !== null && until !== null && until > now ? [key, previous] : [key];
}

/** All keys are tried, whichever fits: time tells nothing of them. */
function isSignedByAny(keys: readonly string[], algorithm: HmacHash, signed: string, signature: Buffer): boolean {
  const fits = keys.map((key) => timingSafeEqual(createHmac(algorithm, key).update(signed).digest(), signature));
  return fits.includes(true);
}

/** HMAC-SHA256 where the header is left out. */
function algorithmOf(request: SignedRequest): HmacHash {
  if (request.headers['x-signature-algorithm'] === undefined) return 'sha256';
  return header(request, 'X-Signature-Algorithm', /^HMAC-(?:SHA256|SM3)$/) === 'HMAC-SM3' ? 'sm3' : 'sha256';
}
type HmacHash = 'sha256' | 'sm3';

/** Looks credentials up; those of calls that come at once together. */
export function credentialFinder(db: Database) {
  return createLoader((appIds: string[]) => credentialsOf(db, appIds));
}
export type FindCredential = ReturnType<typeof credentialFinder>;
type Credential = Pick<Selectable<Tables['credential']>, 'security_key' | 'previous_key' | 'previous_until'>;
type FoundCredential = Credential & Pick<Selectable<Tables['credential']>, 'app_id' | 'name' | 'kind' | 'user_id' | 'status'>;

/** Hashes a body on its way; `assert` after its end. */
export class BodyHash extends Transform {
  readonly #hash = createHash('sha256');
  readonly #signed: string;

  /** A body of any size is not hashed for nothing. */
  constructor(signedSha256: string) {
    super();
    this.#signed = signedSha256;
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error: Error | null, chunk: Buffer) => void): void {
    if (this.#signed !== unsigned) this.#hash.update(chunk);
    done(null, chunk);
  }

  /** @throws IntakeRefusal 401 when the body was another than the signed one. Call once, after the whole body was read. */
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
      from credential where app_id = any(${[...appIds]}::text[]) ${keptPlan}`.execute(db);
  return new Map(found.map((credential) => [credential.app_id, credential]));
}
