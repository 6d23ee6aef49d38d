import { sameBytes } from '../../kit/bytes/bytes.ts';
import { formatTime } from '../../kit/text/time.ts';
import { visibleLine } from '../../kit/text/visible-text.ts';
import { dossierRules } from '../dossier/lines/registry.ts';
import { checkTexts, verdictTexts } from '../evidence/check-texts.ts';
import type { Manifest } from '../evidence/manifest.ts';
import { isOfficeFile, packageNames as names } from '../evidence/package-names.ts';
import { sandboxWords } from '../evidence/sandbox.ts';
import { type EvidenceClaim, type EvidenceReport, type Verdict, verdictOf, verifyEvidence } from '../evidence/verify.ts';
import type { BracketFacts } from '../marks/bracket.ts';
import { parseCheckpoint, type TrustedLog, verifyCheckpoint } from '../tlog/checkpoint.ts';
import { formatVkey, parseVkey } from '../tlog/note-key.ts';
import type { Policy } from '../tlog/policy/policy.ts';
import { checkAnchor } from './anchor-check.ts';
import { checkCertificate } from './certificate-check.ts';
import { checkConsistency } from './consistency-check.ts';
import { checkCredentials } from './credentials-check.ts';
import { decodeLossy } from './decode-lossy.ts';
import { checkDossier, type DossierReport } from './dossier-check.ts';
import { guarded } from './guarded.ts';
import { failed, type Line, lineOf, notRun, passed } from './line.ts';
import { checkMark } from './mark-check.ts';
import { forWantOf, incompleteText, isForWant, lackingText } from './missing-files.ts';
import { checkOffice } from './office-check.ts';
import type { PackageFiles } from './package-files.ts';
import { checkPolicy } from './policy-check.ts';
import { checkRecord } from './record-check.ts';
import { checkSandbox } from './sandbox-check.ts';
import { checkSecondTrack } from './second-track-check.ts';
import { checkStampedProof } from './stamped-proof-check.ts';
import { brokenFiles, checkSums, type BrokenFiles } from './sums-check.ts';
import { checkTimestamps, unknownAuthority } from './timestamp-checks.ts';
import { checkArchive } from './wacz-check.ts';

export interface VerifyOptions {
  /**
   * The log's key, obtained from elsewhere than the package. Without it and the fingerprint, the package is checked with its own keys, and
   * the verdict can only be `undecided`.
   */
  readonly logKey?: string | undefined;
  /**
   * The log's key of the office that serves the page. Its own packages are judged by it. A package of another office is judged by the key
   * that it carries and stays `undecided`: nobody said that this office issued it. Null if it could not be loaded.
   */
  readonly pageLogKey?: string | null | undefined;
  /** SHA-256 of the office's certificate, lower-case hex, obtained from elsewhere. */
  readonly officeFingerprint?: string | undefined;
  /** Certificates of the timestamp authorities that the verifier trusts. */
  readonly tsaRootsPem?: string | undefined;
  /** Also checks SM3, which takes several times as long. */
  readonly withSm3?: boolean;
  /** A newer evidence record than the package's own. */
  readonly renewedRecord?: Uint8Array | undefined;
  /** Decides whether a certificate has expired; defaults to the machine's clock. */
  readonly now?: Date;
  /**
   * Accepts packages of a sandbox, for trying one out; the summary then says that they prove nothing. Without it they are a mismatch,
   * because their evidence never existed.
   */
  readonly allowSandbox?: boolean;
  /** The witnesses that the verifier trusts, in place of the package's own `policy.txt`. */
  readonly policy?: Policy | undefined;
}
/**
 * `undecided`: nothing is wrong, but nothing that the verifier trusts confirms who signed, or that the signature was made in time; or
 * files are missing; or a file that nobody vouches for lies among those that were compared.
 */
export type PackageVerdict = Verdict | 'undecided';
export interface PackageReport {
  readonly lines: readonly Line[];
  readonly verdict: PackageVerdict;
  /** The verdict in a few words, for a heading. */
  readonly conclusion: string;
  /** The verdict with its reason, in one phrase. */
  readonly summary: string;
  /** Null if the manifest cannot be read. */
  readonly number: string | null;
  readonly dossier: DossierReport;
  /** The earliest and latest times at which the evidence was made, according to the package alone. */
  readonly bracket: BracketFacts;
}

/** Checks an evidence package using only its bytes: no network, no database. The command and /verify both use this function. */
export async function verifyFiles(
  files: PackageFiles,
  { logKey, pageLogKey, officeFingerprint, tsaRootsPem, renewedRecord, now = new Date(), allowSandbox = false, policy }: VerifyOptions = {},
): Promise<PackageReport> {
  const { small, digests } = files;
  const keys = keysFor(small, { logKey, pageLogKey, policy });
  const { givenKey, withoutKey, isOthers } = keys;
  const [log, keyLine] = trustedLog(keys, officeFingerprint !== undefined);
  const claim = claimOf(files, log);
  const evidence = verifyEvidence(claim);
  // A package states no number or leaf besides the manifest's own.
  const unsaid = ['number', 'leaf', ...(small.has(names.timestampProof) ? ['checkpoint-copy'] : [])];
  const evidenceLines = evidence.checks.filter(({ name }) => !unsaid.includes(name)).map(lineOf);
  const isLogGiven = givenKey !== undefined;
  const ofOffice = { fingerprint: officeFingerprint, log, isLogGiven, withoutKey };
  const office = await guarded('签名证书', () => checkOffice(small, ofOffice), closed);
  const certificate = await guarded('存证证书', () => checkCertificate(small, { rootsPem: tsaRootsPem, now }), closed);
  const sandbox = checkSandbox(small, [log.origin, evidence.checkpoint?.origin], allowSandbox);
  const sums = await guarded('校验清单', () => checkSums(files), only);
  const noMark = { mark: null, notAfter: null, clocks: null };
  const mark = await guarded(
    '时间标记',
    () => checkMark(files, { log, evidence, rootsPem: tsaRootsPem }),
    (line) => ({ lines: [line], facts: noMark }),
  );
  const archive = await guarded('网页存档', () => checkArchive(files, { log, rootsPem: tsaRootsPem }), noArchive);
  const track = await guarded(
    '国密签名',
    () => checkSecondTrack(files, { log, now, rootsPem: tsaRootsPem }),
    (line) => ({ lines: [line], signedPdf: undefined }),
  );
  const found = { ...brokenFiles(sums, files), now, bracket: mark.facts, archive: archive.read, signedPdf: track.signedPdf };
  const dossier = await guarded(
    '审查说明',
    () => checkDossier(files, found),
    (line) => ({ lines: [line], report: { as_of: { moment: now.toISOString(), checkpoint: null }, lines: [], faults: [] } }),
  );
  const record = await guarded('存证记录', () => checkRecord(files, { rootsPem: tsaRootsPem, now, renewed: renewedRecord }), closed);
  const witnesses = await guarded('见证方', () => checkPolicy(small, log, policy), closed);
  const credentials = { small, digests, log, receivedAt: receivedAtOf(evidence.manifest), now };
  const isAsSigned = found.isListSigned && found.broken.every((name) => files.missing.includes(name));
  const lines = [
    ...sandbox,
    ...files.lines,
    ...sums,
    ...byManifest(evidenceLines.filter(isFileLine), found),
    // A list that somebody else signed vouches for nothing.
    ...forWantOf(files.missing, { isLogGiven, isAsSigned: false }, [keyLine, ...office.lines]),
    ...forWantOf(files.missing, { isLogGiven, isAsSigned }, [
      ...evidenceLines.filter((line) => !isFileLine(line)),
      ...(await guarded('可信时间戳', () => stampLines(small, claim, tsaRootsPem), only)),
      ...archive.lines,
      ...mark.lines,
      ...clockLines(mark.facts, dossier.report),
      ...(await guarded('区块链交易', () => checkAnchor(small, claim), only)),
      ...(await guarded('一致性证明', () => checkConsistency(small, log), only)),
      ...witnesses.lines,
      ...record.lines,
      ...certificate.lines,
      ...(await guarded('机构资质', () => checkCredentials(credentials), only)),
      ...dossier.lines,
      ...track.lines,
      ...remarks(files, evidence.manifest, now),
    ]),
  ];
  const outcome = outcomeOf(lines, evidence, files);
  const [judged, summary] =
    outcome === 'match'
      ? trusted({ office, certificate, record, witnesses }, lines, isOthers)
      : ([outcome, reasonOf(outcome, files)] as const);
  return {
    lines,
    verdict: judged === 'match' && files.added.length > 0 ? 'undecided' : judged,
    conclusion: conclusionOf(judged, files),
    summary: summaryOf(withWrapping(summary, outcome, files), sandbox, allowSandbox),
    number: evidence.manifest?.number ?? null,
    dossier: dossier.report,
    bracket: mark.facts,
  };
}

/** The dossier's own answer on the clock of a capture with a mark. A wrong clock falsifies nothing: the bracket's times still hold. */
function clockLines({ clocks }: BracketFacts, { lines }: DossierReport): Line[] {
  const answer = clocks && lines.find(({ 审查要点 }) => 审查要点 === dossierRules.clock.question);
  if (!answer) return [];
  const reason = answer.说明.replace(/。$/u, '');
  return [(answer.结论 === '成立' ? passed : notRun)('取证机时钟可以作为依据', 'capture-log.jsonl', reason)];
}

async function stampLines(small: PackageFiles['small'], claim: EvidenceClaim, rootsPem: string | undefined): Promise<Line[]> {
  return [...checkStampedProof(small, claim), ...(await checkTimestamps(small, rootsPem))];
}

/** What the lines come to, before it is asked who vouches for the package. What is only missing contradicts nothing. */
function outcomeOf(lines: readonly Line[], { checks }: EvidenceReport, { missing }: PackageFiles): PackageVerdict {
  if (lines.some((line) => line.outcome === 'fail' && !isForWant(missing, line))) return 'mismatch';
  return missing.length > 0 ? 'undecided' : verdictOf(checks);
}

/** Why the verdict is not a match. A file that is missing contradicts nothing. */
function reasonOf(outcome: Exclude<PackageVerdict, 'match'>, { missing }: PackageFiles): string {
  if (outcome === 'undecided') return incompleteText(missing);
  return outcome === 'pending' ? '证据尚未写入日志' : '内容或公钥不一致';
}

/** A manifest that the office's list says was changed accuses no other file: that list compares them itself. */
function byManifest(lines: readonly Line[], { broken, isListSigned }: BrokenFiles): Line[] {
  const isChanged = isListSigned && broken.includes(names.manifest);
  const open = (line: Line) => notRun(line.label, line.subject, `${names.manifest} 被改动，不能据以判断`);
  return lines.map((line) => (isChanged && line.outcome === 'fail' ? open(line) : line));
}

/** Compares the bytes of one file with the manifest, which needs no other file. */
function isFileLine({ label }: Line): boolean {
  return label === checkTexts.file;
}

/** What the package says of the evidence. */
function claimOf({ small, digests }: PackageFiles, log: TrustedLog): EvidenceClaim {
  return {
    manifest: small.get(names.manifest) ?? new Uint8Array(0),
    files: [...digests.values()].filter(({ name }) => !isOfficeFile(name)),
    filesAreComplete: true,
    proof: small.get(names.proof) ?? null,
    // If witnesses signed a later checkpoint than the token's, the token has its own proof.
    checkpoint: small.has(names.timestampProof) ? null : (small.get(names.checkpoint) ?? null),
    log,
    statedNumber: null,
    statedLeaf: null,
  };
}

function closed(line: Line) {
  return { lines: [line], isOpen: false };
}

function noArchive(line: Line) {
  return { lines: [line], read: null };
}

function only(line: Line): Line[] {
  return [line];
}

function receivedAtOf(manifest: Manifest | null): Date | null {
  return manifest && new Date(manifest.times.receivedAt);
}

/** A package that people packed again is judged by its content. */
function withWrapping(summary: string, outcome: PackageVerdict, { wrapping, added }: PackageFiles): string {
  if (outcome !== 'match' || (wrapping === null && added.length === 0)) return summary;
  const names = added.slice(0, 3).map((name) => `“${visibleLine(name)}”`);
  const count = added.length > 3 ? `等 ${added.length} 个` : '';
  const more = added.length === 0 ? '' : `，另有不属于证据的文件${names.join('、')}${count}，没有人为它作证，不能当作证据`;
  return `${summary}；${asPackedAgain}${more}`;
}

function conclusionOf(verdict: PackageVerdict, { wrapping, added }: PackageFiles): string {
  if (verdict === 'match' && (wrapping !== null || added.length > 0)) return asPackedAgain;
  return verdict === 'undecided' ? '无法判断' : verdictTexts[verdict];
}

const asPackedAgain = '文件未改动，但不是原样的证据包';

/** For a sandbox package, the sandbox notice replaces the summary, or follows it if sandboxes are allowed. */
function summaryOf(summary: string, sandbox: readonly Line[], isAllowed: boolean): string {
  if (sandbox.length === 0) return summary;
  return isAllowed ? `${summary}；${sandboxWords}` : sandboxWords;
}

/** For a package without faults. */
function trusted(
  found: Readonly<Record<'office' | 'certificate' | 'record' | 'witnesses', { readonly isOpen: boolean }>>,
  lines: readonly Line[],
  isOthers: boolean,
): readonly [PackageVerdict, string] {
  if (found.office.isOpen) return ['undecided', isOthers ? otherOffice : '内容自洽，出具机构未确认'];
  if (found.certificate.isOpen) return ['undecided', '内容自洽，签名证书已到期，签名时间未确认'];
  if (found.record.isOpen) return ['undecided', '内容自洽，存证记录的时间戳机构证书已到期，没有续期'];
  if (found.witnesses.isOpen) return ['undecided', '内容自洽，见证方的共同签名没有达到出具机构自己的策略'];
  if (lines.some(({ reason }) => reason === unknownAuthority))
    return ['undecided', '内容与指定的出具机构公钥一致，时间戳机构不在指定的机构之中'];
  return ['match', '内容与指定的出具机构公钥一致'];
}

const otherOffice = '内容自洽，但日志公钥不是本机构的：请在出具机构自己的核验网页核对，或者把公钥与出具机构另行公布的比对';

/**
 * Whether the package carries the key of another log, or a checkpoint of another where it lacks its key. What nobody can read is no other
 * office's.
 */
export function isOfOtherOffice(small: ReadonlyMap<string, Uint8Array>, pageLogKey: string): boolean {
  const [carried, own] = [parseVkey(decodeLossy(small.get(names.logKey)).replace(/\n$/, '')), parseVkey(pageLogKey)];
  if (!own.ok) return false;
  if (small.has(names.logKey)) return carried.ok && !sameBytes(carried.value.publicKey, own.value.publicKey);
  const signed = parseCheckpoint(small.get(names.checkpoint) ?? new Uint8Array(0));
  if (!signed.ok) return false;
  const { checkpoint, note } = signed.value;
  return !verifyCheckpoint(checkpoint, note, { origin: own.value.name, keys: [own.value] }).ok;
}

/** A policy that lists logs also states which log keys are trusted: the carried key if it is listed, else the first listed one. */
function logKeyOf(policy: Policy | undefined, carried: string | undefined): string | undefined {
  const listed = (policy?.logs ?? []).flatMap(({ key }) => (key.type === 'ed25519' ? [formatVkey(key)] : []));
  return listed.find((vkey) => carried === `${vkey}\n`) ?? listed[0];
}

interface Keys {
  /** The package's own key of the log. */
  readonly carriedKey: string | undefined;
  /** Obtained from elsewhere, and meant for this package. */
  readonly givenKey: string | undefined;
  /** Whether the package is of another office than the page's. */
  readonly isOthers: boolean;
  /** Why no key was given. */
  readonly withoutKey: string;
}

function keysFor(small: PackageFiles['small'], { logKey, pageLogKey, policy }: VerifyOptions): Keys {
  const carriedKey = small.has(names.logKey) ? decodeLossy(small.get(names.logKey)) : undefined;
  const isOthers = typeof pageLogKey === 'string' && isOfOtherOffice(small, pageLogKey);
  const givenKey = logKey ?? logKeyOf(policy, carriedKey) ?? (isOthers ? undefined : (pageLogKey ?? undefined));
  return { carriedKey, givenKey, isOthers, withoutKey: pageLogKey === null ? '本机构的公钥没有取到' : '没有指定公钥' };
}

/** The key to check checkpoints with, and a line that says where it came from. The name in a key that nobody gave is not shown. */
function trustedLog({ carriedKey: carried, givenKey: given, isOthers, withoutKey }: Keys, isCertificateGiven: boolean): [TrustedLog, Line] {
  const text = given ?? carried?.replace(/\n$/, '') ?? '';
  const key = parseVkey(text);
  const none: TrustedLog = { origin: '', keys: [] };
  const isLacking = carried === undefined;
  if (!key.ok && given === undefined && isLacking) return [none, notRun(label, names.logKey, lackingText(names.logKey))];
  if (!key.ok) return [none, failed(label, given === undefined ? names.logKey : null, '公钥格式错误')];
  const log: TrustedLog = { origin: key.value.name, keys: [key.value] };
  if (isLacking) return [log, notRun(label, names.logKey, lackingText(names.logKey))];
  if (given !== undefined)
    return [
      log,
      carried === `${given}\n` ? passed(label, names.logKey, '与指定的公钥相同') : failed(label, names.logKey, '与指定的公钥不同'),
    ];
  // That certificate signs the checksum list, which names this file; if the hash differs, that check fails.
  if (isCertificateGiven) return [log, passed(label, names.logKey, '公钥取自证据包，由指定的证书签名证实')];
  const whose = isOthers ? '不是本机构的公钥' : withoutKey;
  return [log, notRun(label, names.logKey, `${whose}，以证据包自带的公钥核对，只能说明内容自洽`)];
}

const label = '日志公钥属于出具机构';

/** What decides nothing, and a reader should know: times that this machine's clock has not reached, and lists that no other file names. */
function remarks({ small, digests }: PackageFiles, manifest: Manifest | null, now: Date): Line[] {
  const receivedAt = manifest && new Date(manifest.times.receivedAt);
  const isAhead = receivedAt !== null && receivedAt.getTime() - now.getTime() > toleranceMs;
  return [
    ...(isAhead
      ? [notRun('存证时间与本机时钟', null, `存证时间 ${formatTime(receivedAt)} 晚于本机时钟 ${formatTime(now)}，请校准本机的时钟再核对`)]
      : []),
    ...sm3Line(digests, manifest),
    ...(small.has(names.sm3Sums)
      ? []
      : [notRun('国密校验清单', names.sm3Sums, '证据包没有这份清单：出具机构没有配置国密签名，或者它被取走')]),
  ];
}

/** Says that SM3 was compared too, where it was. A difference has a line of its own. */
function sm3Line(digests: PackageFiles['digests'], manifest: Manifest | null): Line[] {
  const compared = (manifest?.files ?? []).filter(({ name, sm3 }) => digests.get(name)?.sm3 === sm3);
  return compared.length === 0 ? [] : [passed('文件的 SM3 与清单一致', null, `${compared.length} 个文件`)];
}

/** Clocks of different machines differ by minutes. */
const toleranceMs = 600_000;
