import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { formatVkey } from '../../../domain/tlog/note-key.ts';
import { formatSums, packageNames as names } from '../../../domain/evidence/package-names.ts';
import type { ObjectStore } from '../../storage/store.ts';
import { writeZip, type ZipPart } from '../../zip/zip-writer.ts';
import type { SigningIdentity } from '../identity/signing-identity.ts';
import type { StoredTimestamp, LogProof } from '../log/proof.ts';
import { issueCertificate, type IssuedCertificate } from './certificate.ts';
import { readDossier, type CertificateDeps, type Dossier, type NoDossier } from './dossier.ts';
import { storedFiles, type EvidenceFacts } from './facts.ts';
import { instructionsOf } from './instructions.ts';
import type { AnchorProofs } from './log-facts.ts';

/** Why there is no package: its file is not (or no longer) there, or the evidence does not count as anchored yet. */
export type NoPackage = NoDossier | 'pending';

/**
 * The evidence package (architecture, *Custody*, 4), made while it is read: small files at once, originals out of the store when their turn
 * comes. Nothing is compressed, so that a verifier is as fast as the hash.
 */
export async function evidencePackage(parts: CertificateDeps, facts: EvidenceFacts): Promise<Readable | NoPackage> {
  const dossier = await readDossier(parts, facts);
  if (typeof dossier === 'string') return dossier;
  if (!isProven(dossier)) return 'pending';
  const certificate = await issueCertificate(parts, dossier);
  const files = packageFiles(dossier, certificate, parts.store);
  files.push(...(await sumsOf(files, dossier.identity)));
  // The date of every file is that of the evidence.
  const date = new Date(dossier.stored.manifest.times.receivedAt);
  return writeZip(
    files.map((file): ZipPart => ({ ...file, date })),
    { level: 0 },
  );
}

/** The dossier of an evidence that is anchored, signed for by a certificate that the log names. */
export interface ProvenDossier extends Dossier {
  readonly anchorProofs: AnchorProofs;
  readonly certificateProof: LogProof;
}

/** Whether there can be a package. */
export function isProven(dossier: Dossier): dossier is ProvenDossier {
  return dossier.anchorProofs !== null && dossier.certificateProof !== null;
}

interface PackageFile {
  readonly name: string;
  readonly sha256: string;
  readonly content: () => Promise<AsyncIterable<Buffer>>;
}

/** In the order of the zip. @throws Error where two would have one name. */
function packageFiles(dossier: ProvenDossier, certificate: IssuedCertificate, store: ObjectStore): PackageFile[] {
  const { facts, stored, logKey, anchorProofs, identity, certificateProof } = dossier;
  if (!logKey) throw new Error('the log has no key');
  const { proof, evidenceTimestamp, chainAnchor } = anchorProofs;
  const storedFile = (name: string, sha256: string): PackageFile => ({
    name,
    sha256,
    content: async () => (await store.open(sha256)).stream,
  });
  const files = [
    madeFile(names.instructions, instructionsOf(dossier, formatVkey(logKey))),
    madeFile(names.manifest, stored.manifestBytes),
    madeFile('details.json', stored.detailsBytes),
    madeFile(names.checkpoint, proof.checkpoint.note),
    madeFile(names.proof, proof.text),
    madeFile(names.logKey, `${formatVkey(logKey)}\n`),
    ...tokenFiles(proof.timestamp, [names.timestamp, names.timestampChain]),
    ...tokenFiles(evidenceTimestamp, [names.evidenceTimestamp, names.evidenceTimestampChain]),
    ...(chainAnchor ? [madeFile(names.anchor, chainAnchor.json), madeFile(names.anchorProof, chainAnchor.proof)] : []),
    certificate.pdf ? madeFile(names.certificate, certificate.pdf) : storedFile(names.certificate, certificate.sha256),
    madeFile(names.officeCertificate, identity.certificatePem),
    madeFile(names.officeProof, certificateProof.text),
    ...storedFiles(stored.manifest).map(({ name, sha256 }) => storedFile(name, sha256)),
  ];
  if (new Set(files.map(({ name }) => name)).size !== files.length)
    throw new Error(`the package of ${facts.number} would hold a name twice`);
  return files;
}

/** `SHA256SUMS` covers every other file, and the office's signature over it covers those that no other signature does. */
async function sumsOf(files: readonly PackageFile[], identity: SigningIdentity): Promise<PackageFile[]> {
  const sums = Buffer.from(formatSums(files));
  const signature = await identity.signDigest(createHash('sha256').update(sums).digest());
  return [madeFile(names.sums, sums), madeFile(names.sumsSignature, signature)];
}

function tokenFiles(token: StoredTimestamp | null, [tokenName, chainName]: [string, string]): PackageFile[] {
  return token ? [madeFile(tokenName, token.der), madeFile(chainName, token.chainPem)] : [];
}

function madeFile(name: string, content: Uint8Array | string): PackageFile {
  const bytes = Buffer.from(content);
  async function* once(): AsyncGenerator<Buffer> {
    yield bytes;
  }
  return { name, sha256: createHash('sha256').update(bytes).digest('hex'), content: async () => once() };
}
