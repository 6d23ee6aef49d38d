import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { GivenArchive } from '../../../domain/proof/dossier/facts/archive.ts';
import { gatherFacts, type GivenPackage } from '../../../domain/proof/dossier/facts/gather.ts';
import type { DossierFacts } from '../../../domain/proof/dossier/facts/facts.ts';
import { mainFile } from '../../../domain/proof/dossier/facts/main-file.ts';
import type { SignatureFacts, TokenFacts, TransactionFacts } from '../../../domain/proof/dossier/facts/log.ts';
import { encodeOfficeRecord, type OfficeRecord } from '../../../domain/proof/dossier/facts/office-record.ts';
import { packageNames as names, sm2Names } from '../../../domain/proof/evidence/package-names.ts';
import { startOfDay } from '../../../domain/kit/text/time.ts';
import { commonNameOf } from '../../../domain/proof/cms/common-name.ts';
import { lastSignedAt } from '../guomi/sm2-signature-store.ts';
import { fileMetadataOf } from '../dossier/file-metadata.ts';
import { listFaultyFiles, readOfficeRecord } from '../dossier/office-record.ts';
import { validityOf } from '../log/published-certificates.ts';
import { bracketFactsOf } from '../marks/mark-facts.ts';
import type { StoredTimestamp } from '../log/proof.ts';
import type { IssuedCertificate } from './certificate.ts';
import type { ChainAnchor } from './chain-anchor.ts';
import type { PackageFile } from './package-file.ts';
import type { CertificateDeps, ProvenFacts } from './proven-facts.ts';

export interface DossierMaterial {
  readonly facts: DossierFacts;
  readonly recordBytes: Uint8Array;
}

/** Facts for the dossier of a package, from its contents and the office's own records. @param files the package's files so far. */
export async function readDossierFacts(
  { db, store, signer }: Pick<CertificateDeps, 'db' | 'store' | 'signer'>,
  known: ProvenFacts,
  certificate: IssuedCertificate,
  files: readonly PackageFile[],
): Promise<DossierMaterial> {
  const { facts, stored, anchorProofs, identity } = known;
  const { manifest } = stored;
  const main = mainFile(manifest.files);
  const storedHashes = stored.storedFiles.map(({ sha256 }) => sha256);
  const [record, metadata, small, faulty, signedAt] = await Promise.all([
    readOfficeRecord(db, {
      number: facts.number,
      userId: facts.userId,
      receivedAt: new Date(manifest.times.receivedAt),
      files: storedHashes,
      authorityUrl: signer.authority?.url ?? null,
    }),
    main ? fileMetadataOf(store, main.sha256, main.sizeBytes) : null,
    smallFiles(files, known),
    listFaultyFiles(db, storedHashes),
    known.secondTrack ? lastSignedAt(db, certificate.sha256) : null,
  ]);
  const recordBytes = encodeOfficeRecord(record);
  const pdf = known.secondTrack ? small.get(names.certificate) : undefined;
  const given: GivenPackage = {
    moment: latestOf([...instantsOf(known, certificate, record), signedAt]),
    names: [...files.map(({ name }) => name), names.officeRecord, names.dossier, names.dossierPdf, names.sums, names.sumsSignature],
    // The zip writer hashes every file again and aborts on a mismatch with the manifest.
    broken: [],
    isListSigned: true,
    digests: new Map(manifest.files.map(({ name, sizeBytes, sha256 }) => [name, { sizeBytes, sha256: faulty.has(sha256) ? '' : sha256 }])),
    file: (name) => (name === names.officeRecord ? recordBytes : small.get(name)),
    metadata,
    timestamp: tokenFacts(anchorProofs.proof.timestamp),
    evidenceTimestamp: tokenFacts(anchorProofs.evidenceTimestamp),
    transaction: transactionFacts(anchorProofs.chainAnchor),
    // Each was verified before it was stored.
    recordTokens: anchorProofs.record ? { state: 'held' } : { state: 'absent' },
    certificate: certificateFactsOf(certificate, identity.certificatePem),
    officeSha256: identity.listed.sha256,
    archive: givenArchive(known),
    signedPdf: pdf && { sm3: sm3Of(pdf), withPrefix: (prefix) => sm3Of(prefix, pdf) },
    bracket: bracketFactsOf(known.usedMark, anchorProofs.proof.timestamp?.genTime ?? null, known.policy),
  };
  const gathered = gatherFacts(given);
  const moment = latestOf([new Date(given.moment), ...instantsIn(gathered)]);
  return { facts: moment === given.moment ? gathered : gatherFacts({ ...given, moment }), recordBytes };
}

/** The times that others wrote into files of the package. */
function instantsIn({ witnesses, evidenceRecord }: DossierFacts): Date[] {
  const links = 'links' in evidenceRecord ? evidenceRecord.links : [];
  return [...witnesses.cosigned, ...links].flatMap(({ at }) => (at === null ? [] : [new Date(at)]));
}

/** Bytes of the files that facts are read from. */
async function smallFiles(files: readonly PackageFile[], { stored, secondTrack }: ProvenFacts): Promise<ReadonlyMap<string, Uint8Array>> {
  const read = new Set<string>([
    names.manifest,
    names.checkpoint,
    names.proof,
    names.timestampProof,
    names.policy,
    names.logKey,
    names.anchorProof,
    names.officeProof,
    names.archiveKeyProof,
    names.credentials,
    names.credentialsProof,
    names.consistency,
    names.evidenceRecord,
    names.mark,
    names.officeCertificate,
    names.timestampChain,
    names.evidenceTimestampChain,
    names.archiveTimestampChain,
    ...(secondTrack ? secondTrackNames : []),
    ...stored.manifest.files
      .filter(({ role, sizeBytes }) => role === 'details' || (role === 'environment-check' && sizeBytes <= maxReportBytes))
      .map(({ name }) => name),
  ]);
  const found = files.filter(({ name }) => read.has(name));
  return new Map(await Promise.all(found.map(async (file) => [file.name, await bytesOf(file)] as const)));
}

/** By OpenSSL, several times as fast as the domain's own code. */
function sm3Of(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sm3');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

const secondTrackNames = [names.sm2Certificate, names.sm2Proof, names.certificate, ...sm2Names(names.certificate)];
const maxReportBytes = 4_194_304;

async function bytesOf({ content }: PackageFile): Promise<Buffer> {
  return typeof content === 'function' ? buffer(await content()) : Buffer.from(content);
}

/** The times of the office's own facts, and the start of today: expiry dates are judged by the day. */
function instantsOf(
  { anchorProofs, archiveProofs, certificateProof, credentials, secondTrack }: ProvenFacts,
  { issuedAt }: IssuedCertificate,
  { custody, reread, platform }: OfficeRecord,
): (Date | null | undefined)[] {
  const { proof, evidenceTimestamp, place } = anchorProofs;
  const proofs = [proof, certificateProof, credentials?.proof, archiveProofs?.keyProof, secondTrack?.proof];
  return [
    startOfDay(new Date()),
    issuedAt,
    ...proofs.map((one) => one?.checkpoint.signedAt),
    place.anchoredAt,
    place.chainTime,
    proof.timestamp?.genTime,
    evidenceTimestamp?.genTime,
    archiveProofs?.timestamp?.genTime,
    ...custody.map(({ until }) => new Date(until)),
    reread.at === null ? null : new Date(reread.at),
    new Date(platform.measuredAt),
  ];
}

function latestOf(instants: readonly (Date | null | undefined)[]): string {
  return new Date(Math.max(...instants.flatMap((at) => (at ? [at.getTime()] : [])))).toISOString();
}

/** The archive is as the worker signed it, since its hash is in the manifest. */
function givenArchive({ facts, archiveProofs }: ProvenFacts): GivenArchive | null {
  if (!archiveProofs) return null;
  const { keySha256, timestamp } = archiveProofs;
  return { replay: facts.replay, notes: facts.notes, signature: { state: 'held', keySha256 }, timestamp: tokenFacts(timestamp) };
}

/** Tokens were verified before they were stored. */
function tokenFacts(token: StoredTimestamp | null): TokenFacts {
  if (!token) return { state: 'absent' };
  return { state: 'held', at: token.genTime.toISOString(), authority: commonNameOf(token.chainPem), serial: token.serial };
}

function transactionFacts(anchor: ChainAnchor | null): TransactionFacts {
  if (!anchor) return { state: 'absent' };
  if (anchor.chainId === null) return { state: 'lacking', why: '没有链标识' };
  // The shape is trusted: `readChainAnchor` wrote it.
  const parsed = JSON.parse(Buffer.from(anchor.json).toString()) as { transaction: string; block: string; time: string; root: string };
  return { state: 'held', chainId: anchor.chainId, hash: parsed.transaction, block: parsed.block, at: parsed.time, root: parsed.root };
}

function certificateFactsOf({ level, issuedAt }: IssuedCertificate, pem: string): SignatureFacts {
  const { notBefore, notAfter } = validityOf(pem);
  return {
    state: 'held',
    level,
    // In whole seconds, as stated in the PDF.
    signedAt: new Date(Math.floor(issuedAt.getTime() / 1000) * 1000).toISOString(),
    validFrom: notBefore.toISOString(),
    validUntil: notAfter.toISOString(),
  };
}
