import { bytesToHex } from '@noble/hashes/utils.js';
import type { BracketFacts } from '../../marks/bracket.ts';
import { markWitnessedAt } from '../../marks/mark-witnesses.ts';
import { parseMark } from '../../marks/mark.ts';
import type { FileMetadata } from '../../../kit/media/file-metadata.ts';
import { parseManifest, type Manifest } from '../../evidence/manifest.ts';
import { encodeOfficeEntry } from '../../evidence/office-entry.ts';
import { packageNames as names } from '../../evidence/package-names.ts';
import { verifyEvidence, type EvidenceClaim, type EvidenceReport } from '../../evidence/verify.ts';
import type { SignedContent } from '../../guomi/sm2-cms.ts';
import { recordFactsOf, type RecordFacts } from '../../records/record-facts.ts';
import type { Checkpoint, TrustedLog } from '../../tlog/checkpoint.ts';
import { verifyJoined } from '../../tlog/consistency/consistency-text.ts';
import { parseVkey } from '../../tlog/note-key.ts';
import { archiveName } from '../../web-archive/archive-names.ts';
import { archiveFacts, type ArchiveFacts, type GivenArchive } from './archive.ts';
import { reasonTexts } from '../../evidence/check-texts.ts';
import { checkedOf, isContradiction, proofChecks } from './checked.ts';
import { checkpointsOf } from './checkpoints.ts';
import { mainFile } from './main-file.ts';
import { credentialFacts } from './credentials.ts';
import { parseDeclared } from './declared.ts';
import { parseEnvironment } from './environment.ts';
import type { DossierFacts, ListedFile } from './facts.ts';
import type { Checked, LogFacts, SignatureFacts, TokenFacts, TransactionFacts } from './log.ts';
import { parseOfficeRecord } from './office-record.ts';
import { subjectNames } from '../../cms/issuer.ts';
import { issuerFacts } from './issuers.ts';
import { outsiderFacts } from './outsiders.ts';
import { witnessFacts, type WitnessFacts } from './witnesses.ts';
import { secondTrackFacts } from './second-track.ts';

/** The contents of a package, read and checked by the caller: the server passes what it puts in, the verifier what it finds. */
export interface GivenPackage {
  /** RFC 3339: the moment to which the dossier refers. */
  readonly moment: string;
  /** All files, in the package's order. */
  readonly names: readonly string[];
  /** Files that differ from the signed list of checksums; without a valid signature, all files that nothing else vouches for. */
  readonly broken: readonly string[];
  readonly isListSigned: boolean;
  /** Returns the bytes of a small file. */
  readonly file: (name: string) => Uint8Array | undefined;
  /** The files that the manifest lists, as found in the package. */
  readonly digests: ReadonlyMap<string, { readonly sizeBytes: number; readonly sha256: string }>;
  /** Facts from the first original's content. */
  readonly metadata: FileMetadata | null;
  readonly timestamp: TokenFacts;
  readonly evidenceTimestamp: TokenFacts;
  readonly transaction: TransactionFacts;
  readonly certificate: SignatureFacts;
  /** Whether each token of the evidence record is signed by the certificate that it carries. */
  readonly recordTokens: Checked;
  /** The certificate PDF of the evidence as content of SM2 signatures; undefined if there is no certificate or no second track. */
  readonly signedPdf: SignedContent | undefined;
  readonly bracket: BracketFacts;
  /** Null if there is no web archive or it cannot be read. */
  readonly archive: GivenArchive | null;
  /** SHA-256 of the office's certificate in the package; null if it cannot be read. */
  readonly officeSha256: string | null;
}

/** Gathers the facts of a package, judged by the package's own keys. The reader must compare these keys with the published ones. */
export function gatherFacts(given: GivenPackage): DossierFacts {
  const { file } = given;
  const bytes = file(names.manifest);
  const manifest = bytes ? manifestOf(bytes) : null;
  const listed = manifest ? listedFiles(manifest, given) : [];
  const broken = new Set([...given.broken, ...listed.filter(({ state }) => state === 'other').map(({ name }) => name)]);
  // Nobody signed for the contents of a changed file.
  const said = (name: string) => (broken.has(name) ? undefined : file(name));
  const declared = parseDeclared(said(nameOf(listed, 'details')));
  const main = mainFile(listed);
  const log = logOf(file(names.logKey));
  const report = verifyEvidence({
    ...claimOf(bytes ?? new Uint8Array(0), log),
    proof: file(names.proof) ?? null,
    checkpoint: file(names.timestampProof) ? null : (file(names.checkpoint) ?? null),
  });
  const anchorProof = bytes && file(names.anchorProof);
  const anchor = anchorProof ? verifyEvidence({ ...claimOf(bytes ?? new Uint8Array(0), log), proof: anchorProof }) : null;
  const { checkpoint } = report;
  const logged = logFacts({ report, anchor, log }, given);
  const witnesses = witnessFacts(file(names.proof), said(names.policy), [
    log.origin,
    ...subjectNames(new TextDecoder().decode(file(names.officeCertificate))),
  ]);
  const record = recordOf(said(names.officeRecord), manifest);
  const timestamp = stampedOf(given, claimOf(bytes ?? new Uint8Array(0), log));
  return {
    number: manifest?.number ?? '',
    kind: manifest && (declared?.kind ?? kindOf(manifest)),
    asOf: {
      moment: given.moment,
      checkpoint: checkpoint && { origin: checkpoint.origin, size: checkpoint.size, root: bytesToHex(checkpoint.root) },
    },
    files: { names: given.names, broken: [...broken], isListSigned: given.isListSigned, listed },
    times: manifest?.times ?? null,
    declared,
    record,
    environment: parseEnvironment(said(nameOf(listed, 'environment-check'))),
    metadata: main && !broken.has(main.name) ? given.metadata : null,
    log: logged,
    witnesses,
    timestamp,
    evidenceTimestamp: given.evidenceTimestamp,
    transaction: transactionOf(given, anchor),
    certificate: given.certificate,
    evidenceRecord: evidenceRecordOf(given, manifest),
    bracket: bracketOf(given.bracket, { logged, timestamp, witnesses, policy: said(names.policy), json: file(names.mark) }),
    archive: archiveOf(given, listed, log),
    outsiders: outsiderFacts(file, { record, witnesses }),
    issuers: issuerFacts(file),
    secondTrack: secondTrackFacts(file, given.signedPdf, log),
    credentials: credentialFacts(file, { log, times: manifest?.times ?? null, moment: given.moment }),
  };
}

function manifestOf(bytes: Uint8Array): Manifest | null {
  const manifest = parseManifest(bytes);
  return manifest.ok ? manifest.value : null;
}

/** The kind as far as the manifest distinguishes kinds. */
function kindOf({ kind }: Manifest): DossierFacts['kind'] {
  return kind === 'mobile' ? 'move' : kind;
}

/** Ignores an office record that belongs to other evidence. */
function recordOf(bytes: Uint8Array | undefined, manifest: Manifest | null): DossierFacts['record'] {
  const record = parseOfficeRecord(bytes);
  return record && record.number === manifest?.number ? record : null;
}

function listedFiles({ files }: Manifest, { digests }: GivenPackage): readonly ListedFile[] {
  return files.map(({ name, role, sizeBytes, mediaType, sha256 }) => {
    const found = digests.get(name);
    const isSame = found?.sha256 === sha256 && found.sizeBytes === sizeBytes;
    return { name, role, sizeBytes, mediaType, sha256, state: found ? (isSame ? 'same' : 'other') : 'missing' };
  });
}

function nameOf(listed: readonly ListedFile[], role: ListedFile['role']): string {
  return listed.find((file) => file.role === role)?.name ?? '';
}

/** Null if the manifest lists no web archive. */
function archiveOf({ archive, broken, file }: GivenPackage, listed: readonly ListedFile[], log: TrustedLog): ArchiveFacts | null {
  const isSame = (one: ListedFile | undefined) => one?.state === 'same' && !broken.includes(one.name);
  const [found, captureLog] = [listed.find(({ name }) => name === archiveName), listed.find(({ role }) => role === 'capture-log')];
  return found ? archiveFacts(archive, { isSame: isSame(found), isLogSame: isSame(captureLog) }, file, log) : null;
}

/** The log, identified by the package's own key. */
function logOf(vkey: Uint8Array | undefined): TrustedLog {
  const key = parseVkey(vkey ? new TextDecoder().decode(vkey).replace(/\n$/, '') : '');
  return key.ok ? { origin: key.value.name, keys: [key.value] } : { origin: '', keys: [] };
}

function claimOf(manifest: Uint8Array, log: TrustedLog): EvidenceClaim {
  return { manifest, files: [], filesAreComplete: false, proof: null, checkpoint: null, log, statedNumber: null, statedLeaf: null };
}

const noManifest = { state: 'lacking', why: '证据清单缺失' } as const;

/** If the token covers an earlier checkpoint than the proof's, the evidence must be included in that checkpoint too. */
function stampedOf({ timestamp, file }: GivenPackage, claim: EvidenceClaim): TokenFacts {
  const proof = file(names.timestampProof);
  if (!proof || timestamp.state !== 'held') return timestamp;
  if (!file(names.manifest)) return noManifest;
  const report = verifyEvidence({ ...claim, proof, checkpoint: file(names.checkpoint) ?? null });
  const checked = checkedOf(report, [...proofChecks, 'checkpoint-copy']);
  return checked.state === 'broken' || checked.state === 'lacking' ? checked : timestamp;
}

interface Bracketing {
  readonly logged: LogFacts;
  readonly timestamp: TokenFacts;
  readonly witnesses: WitnessFacts;
  /** The package's policy; undefined if it was changed. */
  readonly policy: Uint8Array | undefined;
  /** `mark.json`. */
  readonly json: Uint8Array | undefined;
}

/** A token or cosignature says something about the evidence only if the log proves that the covered checkpoint includes the evidence. */
function bracketOf({ mark, notAfter, clocks }: BracketFacts, { logged, timestamp, witnesses, policy, json }: Bracketing): BracketFacts {
  const isInLog = logged.inclusion.state === 'held' && logged.signature.state === 'held';
  const stampedAt = timestamp.state === 'held' ? notAfter : null;
  const read = mark && mark.timestampAt === null && json ? parseMark(json) : null;
  const witnessedAt = read?.ok ? markWitnessedAt(read.value, policy) : null;
  return { mark: mark && { ...mark, witnessedAt }, notAfter: isInLog ? (stampedAt ?? witnesses.metAt) : null, clocks };
}

/** The evidence must be included under the same root that the transaction carries. */
function transactionOf({ transaction }: GivenPackage, anchor: EvidenceReport | null): TransactionFacts {
  if (transaction.state !== 'held') return transaction;
  const checked: Checked = anchor ? checkedOf(anchor, proofChecks) : { state: 'lacking', why: '缺少文件' };
  if (checked.state !== 'held') return checked;
  const isSame = anchor?.checkpoint && bytesToHex(anchor.checkpoint.root) === transaction.root;
  return isSame ? transaction : { state: 'broken', why: '包含证明不是该交易的检查点' };
}

/**
 * Identifies files by their SHA-256 only. The office therefore cannot tell a SHA-512 that was never computed from a file that a renewed
 * hash does not cover. The verifier has the files and reports the difference in its own lines.
 */
function evidenceRecordOf({ file, moment, recordTokens }: GivenPackage, manifest: Manifest | null): RecordFacts {
  const [record, bytes] = [file(names.evidenceRecord), file(names.manifest)];
  if (!record) return { state: 'absent' };
  if (!manifest || !bytes) return { state: 'lacking', why: '证据清单缺失或无法读取' };
  const facts = recordFactsOf(record, { manifest, bytes }, new Date(moment));
  return facts.state !== 'broken' && (recordTokens.state === 'broken' || recordTokens.state === 'lacking') ? recordTokens : facts;
}

interface LogReports {
  readonly report: EvidenceReport;
  /** Report on the proof for the transaction's checkpoint. */
  readonly anchor: EvidenceReport | null;
  readonly log: TrustedLog;
}

function logFacts({ report, anchor, log }: LogReports, { file, officeSha256 }: GivenPackage): LogFacts {
  const officeProof = file(names.officeProof);
  const office =
    officeProof && officeSha256 !== null ? verifyEvidence({ ...claimOf(encodeOfficeEntry(officeSha256), log), proof: officeProof }) : null;
  const checkpoints = checkpointsOf(file, log);
  const sizes = [report, office, anchor].flatMap((one) => (one?.checkpoint ? [one.checkpoint.size] : []));
  return {
    inclusion: file(names.manifest) ? checkedOf(report, ['proof', 'checkpoint', 'inclusion']) : noManifest,
    leafIndex: report.index,
    signature: checkedOf(report, ['checkpoint', 'checkpoint-copy', 'signature']),
    sizes: [...new Set([...sizes, ...checkpoints.map(({ size }) => size)])].sort((a, b) => a - b),
    consistency: joinedBy(file(names.consistency), checkpoints, log),
    office: office ? checkedOf(office, proofChecks) : { state: 'absent' },
  };
}

function joinedBy(text: Uint8Array | undefined, checkpoints: readonly Checkpoint[], log: TrustedLog): Checked {
  if (!text) return { state: 'absent' };
  if (log.keys.length === 0) return { state: 'lacking', why: reasonTexts['no-key'] };
  const joined = verifyJoined(text, checkpoints, log);
  if (joined.ok) return { state: 'held' };
  const why = joined.size === null ? '一致性证明无法使用' : `第 ${joined.size} 条时的检查点不能与最新的检查点相接`;
  return { state: isContradiction(joined.fault) ? 'broken' : 'lacking', why };
}
