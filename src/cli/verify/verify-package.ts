import type { TrustedLog } from '../../domain/custody/checkpoint.ts';
import { parseVkey } from '../../domain/custody/note-key.ts';
import { packageNames as names } from '../../domain/custody/package-names.ts';
import { verdictOf, verifyEvidence, type EvidenceClaim, type Verdict } from '../../domain/custody/verify.ts';
import { checkAnchor } from './anchor-check.ts';
import { checkOffice } from './office-check.ts';
import { failed, lineOf, passed, type Line } from './line.ts';
import { readPackage } from './package-files.ts';
import { checkSums } from './sums-check.ts';
import { checkCertificate, checkTimestamps } from './witness-checks.ts';

export interface VerifyOptions {
  /** The log's key as the verifier got it elsewhere than from the package; without it the package's own counts, and the report says so. */
  readonly logKey?: string | undefined;
  /** SHA-256 of the office's certificate, lower-case hex, as the verifier got it elsewhere. */
  readonly officeFingerprint?: string | undefined;
  /** Timestamp authorities that the verifier trusts. */
  readonly tsaRootsPem?: string | undefined;
  /** SM3 beside SHA-256: several times as long. */
  readonly withSm3?: boolean;
}
/** `undecided`: nothing is wrong, and what the verifier trusts does not say whose signature it is. */
export type PackageVerdict = Verdict | 'undecided';
export interface PackageReport {
  readonly lines: readonly Line[];
  readonly verdict: PackageVerdict;
  /** Null when the manifest cannot be read. */
  readonly number: string | null;
}

/** Checks an evidence package with nothing but its bytes: no network, no database. @throws ZipFault for what is no zip, the system's error for what cannot be read. */
export async function verifyPackage(path: string, { logKey, officeFingerprint, tsaRootsPem, withSm3 = false }: VerifyOptions = {}): Promise<PackageReport> {
  const files = await readPackage(path, withSm3);
  const { small, digests } = files;
  const [log, keyLine] = trustedLog(small.get(names.logKey)?.toString(), logKey);
  const ours = new Set<string>(Object.values(names));
  const claim: EvidenceClaim = {
    manifest: small.get(names.manifest) ?? new Uint8Array(0),
    files: [...digests.values()].filter(({ name }) => !ours.has(name)),
    filesAreComplete: true,
    proof: small.get(names.proof) ?? null,
    checkpoint: small.get(names.checkpoint) ?? null,
    log,
    statedNumber: null,
    statedLeaf: null,
  };
  const evidence = verifyEvidence(claim);
  // A package states no number and no leaf but the manifest's own.
  const told = evidence.checks.filter(({ name }) => name !== 'number' && name !== 'leaf').map(lineOf);
  const office = checkOffice(small, { fingerprint: officeFingerprint, log, isLogGiven: logKey !== undefined });
  const lines = [
    ...files.lines,
    ...(await checkSums(files)),
    ...told,
    keyLine,
    ...office.lines,
    ...(await checkTimestamps(small, tsaRootsPem)),
    ...checkAnchor(small, claim),
    await checkCertificate(small),
  ];
  const judged = lines.some(({ outcome }) => outcome === 'fail') ? 'mismatch' : verdictOf(evidence.checks);
  return { lines, verdict: judged === 'match' && office.isOpen ? 'undecided' : judged, number: evidence.manifest?.number ?? null };
}

/** The key to judge checkpoints by, and what is to be said of where it came from. */
function trustedLog(carried: string | undefined, given: string | undefined): [TrustedLog, Line] {
  const text = given ?? carried?.replace(/\n$/, '') ?? '';
  const key = parseVkey(text);
  const none: TrustedLog = { origin: '', keys: [] };
  if (!key.ok) return [none, failed(label, given === undefined ? names.logKey : null, '公钥格式错误')];
  const log: TrustedLog = { origin: key.value.name, keys: [key.value] };
  if (given === undefined) return [log, passed(label, names.logKey, `公钥取自证据包，请与出具机构公布的公钥核对：${text}`)];
  return carried === `${given}\n` ? [log, passed(label, names.logKey)] : [log, failed(label, names.logKey, '与指定的公钥不同')];
}

const label = '日志公钥';
