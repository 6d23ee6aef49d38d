import { sha256 } from '@noble/hashes/sha2.js';
import type { DossierFacts } from '../dossier/facts/facts.ts';
import { gatherFacts } from '../dossier/facts/gather.ts';
import type { Checked, SignatureFacts, TokenFacts, TransactionFacts } from '../dossier/facts/log.ts';
import { packageNames as names, type PackageName } from '../evidence/package-names.ts';
import type { BracketFacts } from '../marks/bracket.ts';
import type { SignedContent } from '../guomi/sm2-cms.ts';
import { parseRecord } from '../records/evidence-record.ts';
import { commonNameOf } from '../cms/common-name.ts';
import { fingerprintOf } from '../cms/certificate-fingerprint.ts';
import { fromPem, toPem } from '../cms/der.ts';
import { certificateValidity } from '../cms/certificate-validity.ts';
import { verifyPdf } from '../cms/pdf-verify.ts';
import { verifyTimestamp, verifyToken } from '../cms/verify-timestamp.ts';
import { readAnchor, type AnchorReading } from './anchor-check.ts';
import { faultText, isUnreadable } from './fault-texts.ts';
import { decodeLossy } from './decode-lossy.ts';
import type { PackageFiles } from './package-files.ts';
import type { BrokenFiles } from './sums-check.ts';
import type { ReadArchive } from './wacz-check.ts';

interface Known extends BrokenFiles {
  /** The moment to which the dossier refers. */
  readonly moment: string;
  readonly bracket: BracketFacts;
  readonly archive: ReadArchive | null;
  readonly signedPdf: SignedContent | undefined;
}

/** The facts of a package, from its bytes alone and judged by its own keys. Other checks report whose keys these are. */
export async function factsOfPackage(
  files: PackageFiles,
  { broken, isListSigned, moment, bracket, archive, signedPdf }: Known,
): Promise<DossierFacts> {
  const { small, digests, details, metadata } = files;
  const [timestamp, evidenceTimestamp, archiveTimestamp, certificate, recordTokens] = await Promise.all([
    tokenFacts(small, names.timestamp, names.timestampChain, small.get(names.checkpoint)),
    tokenFacts(small, names.evidenceTimestamp, names.evidenceTimestampChain, small.get(names.manifest)),
    tokenFacts(small, names.archiveTimestamp, names.archiveTimestampChain, archive?.digest),
    certificateFacts(small),
    recordTokenFacts(small.get(names.evidenceRecord)),
  ]);
  return gatherFacts({
    moment,
    names: files.order,
    broken,
    isListSigned,
    digests,
    file: (name) => small.get(name) ?? details.get(name),
    metadata,
    timestamp,
    evidenceTimestamp,
    transaction: transactionFacts(readAnchor(small)),
    certificate,
    recordTokens,
    signedPdf,
    bracket,
    archive: archive && { replay: archive.replay, notes: archive.notes, signature: archive.signature, timestamp: archiveTimestamp },
    officeSha256: fingerprintOf(decodeLossy(small.get(names.officeCertificate))),
  });
}

type Small = PackageFiles['small'];

async function tokenFacts(small: Small, token: PackageName, chain: PackageName, content: Uint8Array | undefined): Promise<TokenFacts> {
  const [der, pem] = [small.get(token), small.get(chain)];
  if (!der && !pem) return { state: 'absent' };
  if (!der || !pem || !content) return { state: 'lacking', why: '缺少文件' };
  try {
    const last = fromPem('CERTIFICATE', decodeLossy(pem)).at(-1);
    if (!last) return { state: 'lacking', why: '证书链中没有证书' };
    const digest = sha256(content);
    const { genTime, serial, chainPem } = await verifyTimestamp(der, digest, toPem('CERTIFICATE', [last]));
    if (chainPem !== decodeLossy(pem)) return { state: 'broken', why: '证书链不是该时间戳的' };
    return { state: 'held', at: genTime.toISOString(), authority: commonNameOf(chainPem), serial };
  } catch (error) {
    return { state: isUnreadable(error) ? 'lacking' : 'broken', why: faultText(error) };
  }
}

/** Whether each token is signed by the certificate that it carries. The record's own check verifies what the tokens cover. */
async function recordTokenFacts(bytes: Uint8Array | undefined): Promise<Checked> {
  const record = bytes && parseRecord(bytes);
  if (!record?.ok) return { state: 'absent' };
  const stamps = record.value.chains.flatMap((chain) => chain.stamps);
  for (const [at, { token, facts }] of stamps.entries()) {
    try {
      await verifyToken(Uint8Array.from(token), facts.imprint);
    } catch (error) {
      return { state: isUnreadable(error) ? 'lacking' : 'broken', why: `第 ${at + 1} 环：${faultText(error)}` };
    }
  }
  return { state: 'held' };
}

function transactionFacts(anchor: AnchorReading): TransactionFacts {
  if (anchor.state !== 'held') return anchor;
  const { chainId, transaction, block, time, root } = anchor.stated;
  return { state: 'held', chainId, hash: transaction, block, at: time, root };
}

async function certificateFacts(small: Small): Promise<SignatureFacts> {
  const [pdf, office] = [small.get(names.certificate), small.get(names.officeCertificate)];
  if (!pdf || !office) return { state: 'absent' };
  try {
    const { signerPem, statedAt, timestamp } = await verifyPdf(pdf);
    if (!decodeLossy(office).startsWith(signerPem)) return { state: 'broken', why: `签名者不是 ${names.officeCertificate} 的证书` };
    if (!statedAt) return { state: 'lacking', why: '没有写明签名时间' };
    const { notBefore, notAfter } = certificateValidity(signerPem);
    return {
      state: 'held',
      level: timestamp ? 'B-T' : 'B-B',
      signedAt: statedAt.toISOString(),
      validFrom: notBefore.toISOString(),
      validUntil: notAfter.toISOString(),
    };
  } catch (error) {
    return { state: isUnreadable(error) ? 'lacking' : 'broken', why: faultText(error) };
  }
}
