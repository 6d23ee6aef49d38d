import type { EvidencePart } from '../../../contract/console/evidence.ts';
import { safeFileName } from '../../../domain/kit/text/file-name.ts';
import type { TrailAction } from '../../../domain/business/trail/trail-names.ts';
import { issueCertificate } from '../../custody/package/certificate.ts';
import { inPackageTurn } from '../../custody/package/in-package-turn.ts';
import { isProven, readPackageFacts, type CertificateDeps } from '../../custody/package/proven-facts.ts';
import { readFacts } from '../../custody/package/facts.ts';
import { packageName, type PackageLinks } from '../../custody/publish/package-links.ts';
import type { SignedInCaller } from '../../platform/http/mount.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { FileLinks } from '../../platform/storage/signed-links.ts';
import type { FoundEvidence } from './find-evidence.ts';

export interface DownloadDeps extends CertificateDeps {
  readonly packageLinks: PackageLinks;
}
type LinkIssuer = Pick<SignedInCaller, 'links' | 'holder'>;
/** A part of an evidence that can be downloaded now. */
export interface PartLink {
  readonly url: string;
  readonly name: string;
  /** The trail's action. */
  readonly action: TrailAction;
  /** Hash of the linked file; null for a package, which is generated while it is read. */
  readonly sha256: string | null;
}

/** A signed link to a part, valid for 15 minutes. @throws Refusal if the part is not available. */
export async function partOf(
  parts: DownloadDeps,
  found: FoundEvidence,
  part: EvidencePart,
  { links, holder }: LinkIssuer,
): Promise<PartLink> {
  if (part === 'file') return fileLink(links, found);
  const facts = await readFacts(parts.db, found.number);
  const known = facts ? await readPackageFacts(parts, facts) : 'missing';
  if (typeof known === 'string') throw refuse('证据缺失不可下载');
  if (part === 'certificate') {
    const { sha256 } = await inPackageTurn(known.facts.userId, () => issueCertificate(parts, known));
    const name = `存证证书-${found.number}.pdf`;
    return {
      url: links.sign({ sha256, name, mediaType: 'application/pdf', disposition: 'attachment' }),
      name,
      action: '下载存证证书',
      sha256,
    };
  }
  if (!isProven(known)) throw refuse('证据待锚定，请稍后再下载证据包');
  return { url: parts.packageLinks.sign(found.number, holder), name: packageName(found.number), action: '下载证据包', sha256: null };
}

function fileLink(links: FileLinks, { sha256, media_type: mediaType, file_name }: FoundEvidence): PartLink {
  if (sha256 === null || mediaType === null) throw refuse('证据缺失不可下载');
  const name = safeFileName(file_name);
  return { url: links.sign({ sha256, name, mediaType, disposition: 'attachment' }), name, action: '下载存证', sha256 };
}
