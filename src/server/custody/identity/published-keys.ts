import { createHash, X509Certificate } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { publishedKeysPath, type PublishedKeys, type PublishedSm2Certificate } from '../../../contract/open/published-keys.ts';
import { formatVkey } from '../../../domain/proof/tlog/note-key.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { Database } from '../../platform/db/database.ts';
import { printedFingerprint } from '../../../domain/proof/cms/certificate-fingerprint.ts';
import { toPem } from '../../../domain/proof/cms/der.ts';
import { currentSm2Certificate, readSm2Certificates } from '../guomi/sm2-certificate-store.ts';
import { readLogKey } from '../log/log-signer.ts';
import { readArchiveKeys } from './archive-key.ts';
import { keptAnswers } from '../../platform/http/kept-answers.ts';
import { currentCertificate } from './signing-identity.ts';
import { readListed } from '../log/published-certificates.ts';

interface PublishedKeysDeps {
  readonly db: Database;
  readonly config: Pick<Config, 'office'>;
}

/**
 * Serves `/.well-known/notary-keys.json`, which packages are compared with by people, programs and the verification page. A server that
 * lies here deceives everyone who asks only it, so the office also publishes its keys elsewhere.
 */
export async function publishedKeysRoute(app: FastifyInstance, parts: PublishedKeysDeps): Promise<void> {
  const kept = keptAnswers<PublishedKeys | null>({ keptMs: 5000, isKept: (keys) => keys !== null });
  app.get(publishedKeysPath, { exposeHeadRoute: true }, async (_request, reply) => {
    const keys = await kept.get('', () => publishedKeys(parts));
    reply.header('cache-control', 'no-cache');
    return keys ?? reply.status(404).type('text/plain; charset=utf-8').send('there are no keys yet\n');
  });
}

/** Null before the office's first start. */
export async function publishedKeys({ db, config }: PublishedKeysDeps): Promise<PublishedKeys | null> {
  const [key, current, listed] = [await readLogKey(db), await currentCertificate(db), await readListed(db)];
  const identity = await db.selectFrom('log_identity').select('created_at').executeTakeFirst();
  const archiveKeys = await readArchiveKeys(db);
  if (!key || !identity) return null;
  const sm2 = await publishedSm2(db);
  const vkey = formatVkey(key);
  return {
    office: config.office.name,
    log: { origin: key.name, vkey, sha256: logKeySha256(vkey), since: identity.created_at.toISOString() },
    certificates: listed.toReversed().map(({ sha256, pem, origin, notBefore, notAfter, listedAt }) => {
      const { subject, issuer } = new X509Certificate(pem);
      const validity = { not_before: notBefore.toISOString(), not_after: notAfter.toISOString() };
      return {
        fingerprint_sha256: printedFingerprint(sha256),
        subject: oneLine(subject),
        issuer: oneLine(issuer),
        origin,
        ...validity,
        since: listedAt.toISOString(),
        is_current: sha256 === current?.sha256,
        pem,
      };
    }),
    archive_keys: archiveKeys
      .toReversed()
      .map(({ sha256, publicKey, listedAt }) => ({ sha256, since: listedAt.toISOString(), pem: toPem('PUBLIC KEY', [publicKey]) })),
    ...(sm2.length === 0 ? {} : { sm2_certificates: sm2 }),
  };
}

async function publishedSm2(db: Database): Promise<readonly PublishedSm2Certificate[]> {
  const [listed, current] = [await readSm2Certificates(db), await currentSm2Certificate(db)];
  return listed.map(({ sha256, pem, chain: [own], listedAt }) => ({
    fingerprint_sha256: printedFingerprint(sha256),
    subject: `CN=${own.commonName}`,
    not_before: own.notBefore.toISOString(),
    not_after: own.notAfter.toISOString(),
    since: listedAt.toISOString(),
    is_current: sha256 === current?.sha256,
    pem,
  }));
}

/** The digest that `sha256sum log-key.txt` prints. */
export function logKeySha256(vkey: string): string {
  return createHash('sha256').update(`${vkey}\n`).digest('hex');
}

function oneLine(name: string): string {
  return name.split('\n').join(', ');
}
