import { packageNames as names, parseSums, unlistedNames } from '../evidence/package-names.ts';
import { sameBytes } from '../../kit/bytes/bytes.ts';
import { readSignedMessage, verifySigner, type ParsedCertificate } from '../cms/cms.ts';
import { encodeInFrame } from '../cms/signature-frame.ts';
import { fromPem } from '../cms/der.ts';
import { issuerNote } from '../cms/issuer-text.ts';
import { issuerOf } from '../cms/issuer.ts';
import { fingerprintOf } from '../cms/certificate-fingerprint.ts';
import { parseManifest } from '../evidence/manifest.ts';
import { visibleLine } from '../../kit/text/visible-text.ts';
import { faultText } from './fault-texts.ts';
import { decodeLossy } from './decode-lossy.ts';
import { failed, notRun, passed, type Line } from './line.ts';
import { lackingText } from './missing-files.ts';
import { readOfficeDocument } from './office-document.ts';
import type { PackageFiles } from './package-files.ts';

/**
 * Checks that SHA256SUMS is signed by the office's certificate, and that each file has the stated hash. Files are not blamed on the basis
 * of an unsigned list.
 */
export async function checkSums({ small, digests }: PackageFiles): Promise<Line[]> {
  const [bytes, signature] = [small.get(names.sums), small.get(names.sumsSignature)];
  if (!bytes || !signature) return [notRun(fileLabel, null, '没有清单或其签名')];
  const signer = await signerOf(bytes, signature);
  if (typeof signer === 'string')
    return [failed(signatureLabel, names.sums, signer), notRun(fileLabel, null, `${names.sums} 与其签名不符，不能据以判断`)];
  const [office] = fromPem('CERTIFICATE', decodeLossy(small.get(names.officeCertificate)));
  const isOffice = office !== undefined && sameBytes(office, signer.der);
  const sums = parseSums(decodeLossy(bytes));
  if (!sums) return [failed(signatureLabel, names.sums, '格式错误')];

  const covered: Line[] = [];
  for (const [name, sha256] of sums) {
    const digest = digests.get(name);
    if (!digest) covered.push(failed(fileLabel, name, '文件缺失或未读取'));
    else if (digest.sha256 === sha256) covered.push(passed(fileLabel, name));
    else covered.push(failed(fileLabel, name, (await strayDocument(small, name)) ?? 'SHA-256 不同，文件被改动'));
  }
  const uncovered = [...digests.keys()].filter((name) => !sums.has(name) && !unlistedNames.has(name));
  const signed = isOffice
    ? passed(
        signatureLabel,
        names.sums,
        `签名者为 ${names.officeCertificate}${issuerNote(issuerOf(decodeLossy(small.get(names.officeCertificate))))}`,
      )
    : notTheSigner(small.has(names.officeCertificate));
  return [signed, ...covered, ...uncovered.map((name) => failed(fileLabel, name, `${names.sums} 中没有这个文件`))];
}

/** Says of a document that the same office signed for another number what it is: nobody changed it. Null for anything else. */
async function strayDocument(small: PackageFiles['small'], name: string): Promise<string | null> {
  const [found, manifest] = [
    await readOfficeDocument(small.get(name) ?? new Uint8Array(0)),
    parseManifest(small.get(names.manifest) ?? new Uint8Array(0)),
  ];
  const office = fingerprintOf(decodeLossy(small.get(names.officeCertificate)));
  if (!found || found.signedBy === null || found.signedBy !== office || !manifest.ok || found.number === manifest.value.number) return null;
  return `是出具机构为编号 ${visibleLine(found.number)} 签发的${found.title}，不是本证据的`;
}

/** A certificate that is missing is nobody else's. */
function notTheSigner(isThere: boolean): Line {
  const name = names.officeCertificate;
  return isThere ? failed(signatureLabel, name, '不是签名者的证书') : notRun(signatureLabel, name, lackingText(name));
}

export interface BrokenFiles {
  /** Files that differ from what the office signed; without a valid signature, all files that nothing else vouches for. */
  readonly broken: readonly string[];
  /** Whether the office validly signed the list of checksums. */
  readonly isListSigned: boolean;
}

/** What `checkSums` found, according to its lines. */
export function brokenFiles(lines: readonly Line[], { digests }: Pick<PackageFiles, 'digests'>): BrokenFiles {
  const isListSigned = lines.some(({ label, outcome }) => label === signatureLabel && outcome === 'pass');
  const wrong = lines.flatMap(({ label, outcome, subject }) =>
    label === fileLabel && outcome === 'fail' && subject !== null ? [subject] : [],
  );
  if (isListSigned) return { broken: wrong, isListSigned };
  const ours = new Set<string>(Object.values(names));
  return { broken: [...digests.keys()].filter((name) => ours.has(name) && !vouchedElsewhere.has(name)), isListSigned };
}

/** Files that their own signature or the log vouches for. */
const vouchedElsewhere: ReadonlySet<string> = new Set([
  names.manifest,
  names.checkpoint,
  names.proof,
  names.logKey,
  names.timestamp,
  names.timestampChain,
  names.timestampProof,
  names.evidenceTimestamp,
  names.evidenceTimestampChain,
  names.archiveTimestamp,
  names.archiveTimestampChain,
  names.archiveKey,
  names.archiveKeyProof,
  names.anchor,
  names.anchorProof,
  names.consistency,
  names.evidenceRecord,
  names.credentials,
  names.credentialsProof,
  names.mark,
  names.markTimestamp,
  names.markTimestampChain,
  names.certificate,
  names.officeCertificate,
  names.officeProof,
  names.sm2Certificate,
  names.sm2Proof,
  names.sm2Timestamp,
  names.sm2TimestampChain,
  ...unlistedNames,
]);

/** The signer, or the reason why the signature is invalid. */
async function signerOf(content: Uint8Array, signature: Uint8Array): Promise<ParsedCertificate | string> {
  try {
    const message = readSignedMessage(signature);
    const signer = await verifySigner(message, content);
    // Only one encoding is valid: no byte of the signature's frame can vary.
    return sameBytes(encodeInFrame(message.signedData, signer.parsed), signature) ? signer : `${names.sumsSignature} 被改动`;
  } catch (error) {
    return `与 ${names.sumsSignature} 的签名不符（${faultText(error)}）`;
  }
}

const signatureLabel = '校验清单的签名有效';
const fileLabel = '文件与校验清单一致';
