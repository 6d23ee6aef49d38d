import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { drawCertificate } from '../drawing/drawing-pool.ts';
import { isFaultyObject } from '../objects/object-fault.ts';
import { mayAsk, pauseAuthority } from './authority-pause.ts';
import { certificateFacts } from './certificate-facts.ts';
import { findEdition, insertEdition, type Edition } from './certificate-store.ts';
import type { CertificateDeps, PackageFacts } from './proven-facts.ts';

/** A signed PDF in the store. */
export interface IssuedCertificate {
  readonly sha256: string;
  /** The bytes, if this call made them; the store has them in any case. */
  readonly pdf?: Buffer;
  readonly level: Edition['level'];
  readonly issuedAt: Date;
}

/**
 * Returns the signed certificate of an evidence for its present anchor. It is made once for each state of the anchor and then stays the
 * same. It is made again only if the store lost it, the scrub found it damaged, or it lacks a timestamp that an authority can now give.
 * PAdES B-T if an authority answers, else B-B.
 */
export async function issueCertificate(
  { db, store, signer: { authority } }: Pick<CertificateDeps, 'db' | 'store' | 'signer'>,
  known: PackageFacts,
): Promise<IssuedCertificate> {
  const evidenceId = known.facts.id;
  const content = certificateFacts(known);
  const contentSha256 = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const last = await findEdition(db, evidenceId, contentSha256);
  const whole = last && (await store.stat(last.sha256)) && !(await isFaultyObject(db, last.sha256)) ? last : null;
  if (whole && (whole.level === 'B-T' || !mayAsk(authority))) return issuedOf(whole);

  const issuedAt = new Date();
  const unsigned = await drawCertificate(known.facts.userId, { ...content, issuedAt });
  const signing = { name: content.officeName, reason: '证明存证事实', at: issuedAt };
  const signed = await known.identity.signDocument(unsigned, signing);
  if (signed.level === 'B-B' && authority) pauseAuthority(authority);
  // Another signature without a timestamp would prove no more than the one already issued.
  if (whole && signed.level === 'B-B') return issuedOf(whole);
  const { sha256, sizeBytes } = await store.put(Readable.from([signed.pdf]), { maxBytes: signed.pdf.length });
  const isFirst = await insertEdition(db, {
    evidence_id: evidenceId,
    content_sha256: contentSha256,
    sha256,
    size_bytes: String(sizeBytes),
    level: signed.level,
    issued_at: issuedAt,
    edition: (last?.edition ?? 0) + 1,
  });
  await known.secondTrack?.signLater(sha256);
  const made = { sha256, pdf: signed.pdf, level: signed.level, issuedAt };
  if (isFirst) return made;
  // Of two concurrent calls, the first row is kept.
  const first = await findEdition(db, evidenceId, contentSha256);
  return first ? issuedOf(first) : made;
}

function issuedOf({ sha256, level, issued_at: issuedAt }: Edition): IssuedCertificate {
  return { sha256, level, issuedAt };
}
