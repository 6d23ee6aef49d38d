import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { formatVkey } from '../../../domain/tlog/note-key.ts';
import { formatSums, packageNames as names } from '../../../domain/evidence/package-names.ts';
import type { Database } from '../../db/database.ts';
import { signAside } from '../drawing/aside.ts';
import { readLogKey } from '../log/log-signer.ts';
import { evidenceTimestampOf, proofOf, type KeptTimestamp, type LogProof } from '../log/proof.ts';
import { issueCertificate, keysUrlOf, readCertificate, logUrlOf, verifyUrlOf, type CertificateParts } from './certificate.ts';
import { hasAllFiles, storedFiles, type EvidenceFacts, type KeptFacts } from './facts.ts';
import { instructionsOf } from './instructions.ts';
import { openOffice } from './office.ts';
import type { ListedCertificate } from '../log/office-listing.ts';
import { standingOf, type Standing } from './standing.ts';

/** One file of a package: small ones are bytes, those of the store are opened when their turn comes. */
export interface PackageFile {
  readonly name: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  open(): Promise<Readable | Buffer>;
}
export interface PackageContents {
  readonly number: string;
  /** When the evidence was kept: the date of every file. */
  readonly keptAt: Date;
  readonly files: readonly PackageFile[];
}
/** Why there is no package: its file is not (or no longer) there, or the evidence does not count as anchored yet. */
export type NoPackage = 'missing' | 'uploading' | 'pending';

/**
 * All that goes into an evidence package (architecture, *Custody*, 4). Small files are made here; originals are only looked for.
 * `SHA256SUMS` covers every other file, and the office's signature over it covers those that no other signature does.
 */
export async function packageContents(parts: CertificateParts, facts: EvidenceFacts): Promise<PackageContents | NoPackage> {
  const { db, store } = parts;
  if (facts.fileStatus === 'uploading') return 'uploading';
  const { kept } = facts;
  if (!kept || !(await hasAllFiles(facts, store))) return 'missing';
  const office = await openOffice(db, parts.config);
  const proofs = await proofsOf(db, facts, office.listed, parts.config.timestamps.url !== undefined);
  if (!proofs) return 'pending';

  const small = await smallFiles(parts, facts, kept, { ...proofs, officePem: office.certificatePem, officeSha256: office.listed.sha256 });
  const stored = storedFiles(kept.manifest).map(({ name, sha256, sizeBytes }) => ({
    name,
    sha256,
    sizeBytes,
    open: async () => (await store.open(sha256)).stream,
  }));
  const files = [...small.map(([name, bytes]) => fileOf(name, bytes)), ...stored];
  if (new Set(files.map(({ name }) => name)).size !== files.length)
    throw new Error(`the package of ${facts.number} would hold a name twice`);

  const sums = Buffer.from(formatSums(files));
  const signature = await signAside(createHash('sha256').update(sums).digest(), office);
  return {
    number: facts.number,
    keptAt: new Date(kept.manifest.times.receivedAt),
    files: [...files, fileOf(names.sums, sums), fileOf(names.sumsSignature, signature)],
  };
}

/**
 * That the evidence is anchored, and the log holds the certificate that signs its package; null while it is not so. @param needsTimestamp
 * as with `anchorsOf`.
 */
export async function proofsOf(
  db: Database,
  { logEntry }: Pick<EvidenceFacts, 'logEntry'>,
  certificate: ListedCertificate,
  needsTimestamp: boolean,
): Promise<Proofs | null> {
  const standing = await standingOf(db, logEntry, needsTimestamp);
  const officeProof = standing && (await proofOf(db, { entryId: certificate.logEntry }));
  return standing && officeProof && { standing, officeProof };
}

interface Proofs {
  readonly standing: Standing;
  readonly officeProof: LogProof;
}

interface Signed extends Proofs {
  readonly officePem: string;
  readonly officeSha256: string;
}

async function smallFiles(
  parts: CertificateParts,
  facts: EvidenceFacts,
  kept: KeptFacts,
  { standing, officeProof, officePem, officeSha256 }: Signed,
): Promise<[name: string, bytes: Uint8Array | string][]> {
  const { db, store, config } = parts;
  const key = await readLogKey(db);
  if (!key) throw new Error('the log has no key');
  const { proof, anchor } = standing;
  const ofEvidence = await evidenceTimestampOf(db, proof.leafIndex);
  const told = {
    number: facts.number,
    officeName: config.office.name,
    verifyUrl: verifyUrlOf(config, facts.number),
    logUrl: logUrlOf(config),
    keysUrl: keysUrlOf(config),
    logKey: formatVkey(key),
    officeSha256,
    timestampAt: proof.timestamp?.genTime ?? null,
    evidenceTimestampAt: ofEvidence?.genTime ?? null,
    hasAnchor: anchor !== null,
  };
  return [
    [names.instructions, instructionsOf(told)],
    [names.manifest, kept.manifestBytes],
    ['details.json', kept.detailsBytes],
    [names.checkpoint, proof.checkpoint.note],
    [names.proof, proof.text],
    [names.logKey, `${formatVkey(key)}\n`],
    ...tokenFiles(proof.timestamp, [names.timestamp, names.timestampChain]),
    ...tokenFiles(ofEvidence, [names.evidenceTimestamp, names.evidenceTimestampChain]),
    ...(anchor
      ? ([
          [names.anchor, anchor.json],
          [names.anchorProof, anchor.proof],
        ] as [string, Uint8Array | string][])
      : []),
    [names.certificate, await readCertificate(store, await issueCertificate(parts, facts, kept, standing))],
    [names.officeCertificate, officePem],
    [names.officeProof, officeProof.text],
  ];
}

function tokenFiles(token: KeptTimestamp | null, [tokenName, chainName]: [string, string]): [string, Uint8Array | string][] {
  return token
    ? [
        [tokenName, token.der],
        [chainName, token.chainPem],
      ]
    : [];
}

function fileOf(name: string, content: Uint8Array | string): PackageFile {
  const bytes = Buffer.from(content);
  return { name, sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length, open: async () => bytes };
}
