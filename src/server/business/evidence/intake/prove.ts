import { evidencePackage } from '../../../custody/package/evidence-package.ts';
import { packageName } from '../../../custody/publish/package-links.ts';
import type { CertificateDeps } from '../../../custody/package/proven-facts.ts';
import { readFacts, type EvidenceFacts } from '../../../custody/package/facts.ts';
import { anchorOf } from '../../../custody/log/append.ts';
import { isCosigned } from '../../../custody/log/cosigned.ts';
import { anchoredProofOf } from '../../../custody/log/proof.ts';
import type { Database } from '../../../platform/db/database.ts';
import { contentDisposition } from '../../../platform/http/files/disposition.ts';
import { IntakeRefusal } from '../../../open/signed/refusal.ts';
import { rawAnswer, type RawAnswer } from '../../../open/signed/raw-answer.ts';

/** The tlog-proof of an evidence; 202 while it is not anchored. @param asker as in `describeEvidence`. */
export async function proofAnswer(
  { db, config }: Pick<CertificateDeps, 'db' | 'config'>,
  number: string,
  asker: string | null,
): Promise<RawAnswer> {
  const facts = await ownFacts(db, number, asker);
  const proof = facts.logEntry === null ? null : await anchoredProofOf(db, facts.logEntry, config.timestamps.url !== undefined);
  if (!proof) return pending(number, facts.fileStatus === 'uploading' ? 'uploading' : 'pending');
  return rawAnswer(
    200,
    { 'content-type': 'text/plain; charset=utf-8', 'content-disposition': contentDisposition('attachment', `${number}.tlog-proof`) },
    proof.text,
  );
}

/**
 * The evidence package as a zip; 202 while it is not anchored, or the office's witnesses have not cosigned as its policy requires: until
 * then nobody could judge the package. 409 if one of its files is missing.
 */
export async function packageAnswer(parts: CertificateDeps, number: string, asker: string | null): Promise<RawAnswer> {
  const facts = await ownFacts(parts.db, number, asker);
  if (facts.logEntry !== null && facts.fileStatus === 'stored' && !(await isCosigned(parts.db, facts.logEntry))) {
    const anchor = await anchorOf(parts.db, facts.logEntry, parts.config.timestamps.url !== undefined);
    return pending(number, anchor ? 'cosigning' : 'pending');
  }
  const zip = await evidencePackage(parts, facts);
  if (zip === 'missing') throw new IntakeRefusal(409, 'missing', 'a file of this evidence is missing, there is no package of it');
  if (typeof zip === 'string') return pending(number, zip);
  return rawAnswer(
    200,
    { 'content-type': 'application/zip', 'content-disposition': contentDisposition('attachment', packageName(number)) },
    zip,
  );
}

async function ownFacts(db: Database, number: string, asker: string | null): Promise<EvidenceFacts> {
  const facts = await readFacts(db, number);
  if (!facts) throw new IntakeRefusal(404, 'unknown', 'there is no such evidence');
  if (asker !== null && asker !== facts.userId)
    throw new IntakeRefusal(403, 'forbidden', 'an enterprise may ask for its own evidence only');
  return facts;
}

function pending(number: string, state: 'uploading' | 'pending' | 'cosigning'): RawAnswer {
  return rawAnswer(
    202,
    { 'content-type': 'application/json; charset=utf-8', 'retry-after': '5' },
    JSON.stringify({ baoquan: number, state }),
  );
}
