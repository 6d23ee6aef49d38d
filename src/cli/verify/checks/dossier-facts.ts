import { createHash } from 'node:crypto';
import type { DossierFacts } from '../../../domain/dossier/facts/facts.ts';
import { gatherFacts } from '../../../domain/dossier/facts/gather.ts';
import type { SignatureFacts, TokenFacts, TransactionFacts } from '../../../domain/dossier/facts/log.ts';
import { packageNames as names, type PackageName } from '../../../domain/evidence/package-names.ts';
import type { BracketFacts } from '../../../domain/marks/bracket.ts';
import { commonNameOf } from '../../../server/custody/cms/common-name.ts';
import { fingerprintOf } from '../../../server/custody/cms/certificate-fingerprint.ts';
import { fromPem, toPem } from '../../../server/custody/cms/der.ts';
import { validityOf } from '../../../server/custody/log/published-certificates.ts';
import { verifyPdf } from '../../../server/custody/signing/pdf-verify.ts';
import { verifyTimestamp } from '../../../server/custody/timestamps/timestamp.ts';
import { readAnchor, type AnchorReading } from './anchor-check.ts';
import { faultText } from './fault-texts.ts';
import type { PackageFiles } from './package-files.ts';

interface Known {
  /** Names of files that are not as the signed list of sums says. */
  readonly broken: readonly string[];
  /** That the dossier speaks of. */
  readonly moment: string;
  readonly bracket: BracketFacts;
}

/**
 * The facts of a package, from its bytes alone and by its own keys: whose keys these are, other lines of the verifier tell.
 */
export async function factsOfPackage(files: PackageFiles, { broken, moment, bracket }: Known): Promise<DossierFacts> {
  const { small, digests, told, signs } = files;
  const [timestamp, evidenceTimestamp, certificate] = await Promise.all([
    tokenFacts(small, names.timestamp, names.timestampChain, names.checkpoint),
    tokenFacts(small, names.evidenceTimestamp, names.evidenceTimestampChain, names.manifest),
    certificateFacts(small),
  ]);
  return gatherFacts({
    moment,
    names: files.order,
    broken,
    digests,
    file: (name) => small.get(name) ?? told.get(name),
    signs,
    timestamp,
    evidenceTimestamp,
    transaction: transactionFacts(readAnchor(small)),
    certificate,
    bracket,
    officeSha256: fingerprintOf(small.get(names.officeCertificate)?.toString() ?? ''),
  });
}

type Small = PackageFiles['small'];

async function tokenFacts(small: Small, token: PackageName, chain: PackageName, over: PackageName): Promise<TokenFacts> {
  const [der, pem, content] = [small.get(token), small.get(chain), small.get(over)];
  if (!der && !pem) return { state: 'absent' };
  if (!der || !pem || !content) return { state: 'broken', why: '缺少文件' };
  try {
    const last = fromPem('CERTIFICATE', pem.toString()).at(-1);
    if (!last) return { state: 'broken', why: '证书链中没有证书' };
    const digest = createHash('sha256').update(content).digest();
    const { genTime, serial, chainPem } = await verifyTimestamp(der, digest, toPem('CERTIFICATE', [last]));
    if (chainPem !== pem.toString()) return { state: 'broken', why: '证书链不是该时间戳的' };
    return { state: 'held', at: genTime.toISOString(), authority: commonNameOf(chainPem), serial };
  } catch (error) {
    return { state: 'broken', why: faultText(error) };
  }
}

function transactionFacts(anchor: AnchorReading): TransactionFacts {
  if (anchor.state !== 'held') return anchor;
  const { chainId, transaction, block, time, root } = anchor.told;
  return { state: 'held', chainId, hash: transaction, block, at: time, root };
}

async function certificateFacts(small: Small): Promise<SignatureFacts> {
  const [pdf, office] = [small.get(names.certificate), small.get(names.officeCertificate)];
  if (!pdf || !office) return { state: 'absent' };
  try {
    const { signerPem, statedAt, timestamp } = await verifyPdf(pdf);
    if (!office.toString().startsWith(signerPem)) return { state: 'broken', why: `签名者不是 ${names.officeCertificate} 的证书` };
    if (!statedAt) return { state: 'broken', why: '没有写明签名时间' };
    const { notBefore, notAfter } = validityOf(signerPem);
    return {
      state: 'held',
      level: timestamp ? 'B-T' : 'B-B',
      signedAt: statedAt.toISOString(),
      validFrom: notBefore.toISOString(),
      validUntil: notAfter.toISOString(),
    };
  } catch (error) {
    return { state: 'broken', why: faultText(error) };
  }
}
