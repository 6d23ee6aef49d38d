import type { TrustedLog } from '../tlog/checkpoint.ts';
import type { BracketFacts } from '../marks/bracket.ts';
import { formatVkey, parseVkey } from '../tlog/note-key.ts';
import type { Policy } from '../tlog/policy/policy.ts';
import type { Manifest } from '../evidence/manifest.ts';
import { isOfficeFile, packageNames as names } from '../evidence/package-names.ts';
import { sandboxWords } from '../evidence/sandbox.ts';
import { verdictOf, verifyEvidence, type EvidenceClaim, type Verdict } from '../evidence/verify.ts';
import { checkAnchor } from './anchor-check.ts';
import { checkCertificate } from './certificate-check.ts';
import { checkConsistency } from './consistency-check.ts';
import { checkCredentials } from './credentials-check.ts';
import { checkDossier, type DossierReport } from './dossier-check.ts';
import { failed, lineOf, notRun, passed, type Line } from './line.ts';
import { checkOffice } from './office-check.ts';
import { checkMark } from './mark-check.ts';
import { looseText } from './loose-text.ts';
import type { PackageFiles } from './package-files.ts';
import { checkPolicy } from './policy-check.ts';
import { checkRecord } from './record-check.ts';
import { checkSandbox } from './sandbox-check.ts';
import { checkSecondTrack } from './second-track-check.ts';
import { checkStampedProof } from './stamped-proof-check.ts';
import { brokenFiles, checkSums } from './sums-check.ts';
import { checkTimestamps } from './timestamp-checks.ts';
import { checkArchive } from './wacz-check.ts';

export interface VerifyOptions {
  /**
   * The log's key as the verifier got it elsewhere than from the package. Without it and the fingerprint the package is measured by its own
   * keys, and whose it is stays open.
   */
  readonly logKey?: string | undefined;
  /** SHA-256 of the office's certificate, lower-case hex, as the verifier got it elsewhere. */
  readonly officeFingerprint?: string | undefined;
  /** Timestamp authorities that the verifier trusts. */
  readonly tsaRootsPem?: string | undefined;
  /** SM3 beside SHA-256: several times as long. */
  readonly withSm3?: boolean;
  /** A newer evidence record than the package's own. */
  readonly renewedRecord?: Uint8Array | undefined;
  /** By which it is told whether a certificate has ended; the machine's clock unless given. */
  readonly now?: Date;
  /**
   * Takes packages of a sandbox, for who tries one out. Without it they are a mismatch: what they say was never so. With it the summary
   * says that they prove nothing.
   */
  readonly allowSandbox?: boolean;
  /** Whom the verifier trusts to have seen the log, in the place of the package's own `policy.txt`. */
  readonly policy?: Policy | undefined;
}
/** `undecided`: nothing is wrong, and what the verifier trusts does not say whose signature it is, or that it was made in time. */
export type PackageVerdict = Verdict | 'undecided';
export interface PackageReport {
  readonly lines: readonly Line[];
  readonly verdict: PackageVerdict;
  /** The verdict with its reason, in one phrase. */
  readonly summary: string;
  /** Null when the manifest cannot be read. */
  readonly number: string | null;
  readonly dossier: DossierReport;
  /** The times between which the evidence was made, as the package alone tells them. */
  readonly bracket: BracketFacts;
}

/** Checks an evidence package with nothing but what was read of it: no network, no database. The same in the command and on /verify. */
export async function verifyFiles(
  files: PackageFiles,
  { logKey, officeFingerprint, tsaRootsPem, renewedRecord, now = new Date(), allowSandbox = false, policy }: VerifyOptions = {},
): Promise<PackageReport> {
  const { small, digests } = files;
  const carriedKey = small.has(names.logKey) ? looseText(small.get(names.logKey)) : undefined;
  const givenKey = logKey ?? logKeyOf(policy, carriedKey);
  const [log, keyLine] = trustedLog(carriedKey, givenKey, officeFingerprint !== undefined);
  const claim: EvidenceClaim = {
    manifest: small.get(names.manifest) ?? new Uint8Array(0),
    files: [...digests.values()].filter(({ name }) => !isOfficeFile(name)),
    filesAreComplete: true,
    proof: small.get(names.proof) ?? null,
    // Where witnesses signed a later checkpoint than the token's, the token has a proof of its own.
    checkpoint: small.has(names.timestampProof) ? null : (small.get(names.checkpoint) ?? null),
    log,
    statedNumber: null,
    statedLeaf: null,
  };
  const evidence = verifyEvidence(claim);
  // A package states no number and no leaf but the manifest's own.
  const unsaid = ['number', 'leaf', ...(small.has(names.timestampProof) ? ['checkpoint-copy'] : [])];
  const evidenceLines = evidence.checks.filter(({ name }) => !unsaid.includes(name)).map(lineOf);
  const office = checkOffice(small, { fingerprint: officeFingerprint, log, isLogGiven: givenKey !== undefined });
  const certificate = await checkCertificate(small, { rootsPem: tsaRootsPem, now });
  const sandbox = checkSandbox(small, [log.origin, evidence.checkpoint?.origin], allowSandbox);
  const sums = await checkSums(files);
  const mark = await checkMark(files, { log, evidence, rootsPem: tsaRootsPem });
  const archive = await checkArchive(files, { log, rootsPem: tsaRootsPem });
  const track = await checkSecondTrack(files, { log, now, rootsPem: tsaRootsPem });
  const dossier = await checkDossier(files, {
    broken: brokenFiles(sums, files),
    now,
    bracket: mark.facts,
    archive: archive.read,
    signedPdf: track.signedPdf,
  });
  const record = await checkRecord(files, { rootsPem: tsaRootsPem, now, renewed: renewedRecord });
  const witnesses = checkPolicy(small, log, policy);
  const lines = [
    ...sandbox,
    ...files.lines,
    ...sums,
    ...evidenceLines,
    keyLine,
    ...office.lines,
    ...checkStampedProof(small, claim),
    ...(await checkTimestamps(small, tsaRootsPem)),
    ...archive.lines,
    ...mark.lines,
    ...checkAnchor(small, claim),
    ...checkConsistency(small, log),
    ...witnesses.lines,
    ...record.lines,
    ...certificate.lines,
    ...checkCredentials({ small, digests, log, receivedAt: receivedAtOf(evidence.manifest), now }),
    ...dossier.lines,
    ...track.lines,
  ];
  const outcome = lines.some(({ outcome }) => outcome === 'fail') ? 'mismatch' : verdictOf(evidence.checks);
  const [verdict, summary] =
    outcome === 'match'
      ? trusted(office.isOpen, certificate.isOpen, record.isOpen, witnesses.isOpen)
      : ([outcome, outcome === 'pending' ? '证据尚未写入日志' : '内容或公钥不一致'] as const);
  return {
    lines,
    verdict,
    summary: summaryOf(summary, sandbox, allowSandbox),
    number: evidence.manifest?.number ?? null,
    dossier: dossier.report,
    bracket: mark.facts,
  };
}

function receivedAtOf(manifest: Manifest | null): Date | null {
  return manifest && new Date(manifest.times.receivedAt);
}

/** Of a package of a sandbox, what it is comes first: that nothing it says counts outweighs why. */
function summaryOf(summary: string, sandbox: readonly Line[], isAllowed: boolean): string {
  if (sandbox.length === 0) return summary;
  return isAllowed ? `${summary}；${sandboxWords}` : sandboxWords;
}

/** Of a package that is whole in itself. */
function trusted(
  isOfficeOpen: boolean,
  isTimeOpen: boolean,
  isRecordOpen: boolean,
  isWitnessOpen: boolean,
): readonly [PackageVerdict, string] {
  if (isOfficeOpen) return ['undecided', '内容自洽，出具机构未确认'];
  if (isTimeOpen) return ['undecided', '内容自洽，签名证书已到期，签名时间未确认'];
  if (isRecordOpen) return ['undecided', '内容自洽，存证记录的时间戳机构证书已到期，没有续期'];
  if (isWitnessOpen) return ['undecided', '内容自洽，见证方的共同签名没有达到出具机构自己的策略'];
  return ['match', '内容与指定的出具机构公钥一致'];
}

/** Who gives a policy that lists logs trusts their keys: the carried one where it is listed, else one that it is not. */
function logKeyOf(policy: Policy | undefined, carried: string | undefined): string | undefined {
  const listed = (policy?.logs ?? []).flatMap(({ key }) => (key.type === 'ed25519' ? [formatVkey(key)] : []));
  return listed.find((vkey) => carried === `${vkey}\n`) ?? listed[0];
}

/**
 * The key to judge checkpoints by, and what is to be said of where it came from. A key that nobody gave is shown without the name that it
 * gives itself.
 */
function trustedLog(carried: string | undefined, given: string | undefined, isCertificateGiven: boolean): [TrustedLog, Line] {
  const text = given ?? carried?.replace(/\n$/, '') ?? '';
  const key = parseVkey(text);
  const none: TrustedLog = { origin: '', keys: [] };
  if (!key.ok) return [none, failed(label, given === undefined ? names.logKey : null, '公钥格式错误')];
  const log: TrustedLog = { origin: key.value.name, keys: [key.value] };
  if (given !== undefined)
    return [
      log,
      carried === `${given}\n` ? passed(label, names.logKey, '与指定的公钥相同') : failed(label, names.logKey, '与指定的公钥不同'),
    ];
  // The list of sums is signed by that certificate and names the file; a package in which it does not fails there.
  if (isCertificateGiven) return [log, passed(label, names.logKey, '公钥取自证据包，由指定的证书签名证实')];
  return [log, notRun(label, names.logKey, '没有指定公钥，以证据包自带的公钥核对，只能说明内容自洽')];
}

const label = '日志公钥属于出具机构';
