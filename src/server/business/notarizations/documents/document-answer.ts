import { isFaultyObject } from '../../../custody/objects/object-fault.ts';
import { recordTrail, type Actor } from '../../../desk/trail/trail.ts';
import { rawAnswer, type RawAnswer } from '../../../open/signed/raw-answer.ts';
import { IntakeRefusal } from '../../../open/signed/refusal.ts';
import type { Database } from '../../../platform/db/database.ts';
import { contentDisposition } from '../../../platform/http/files/disposition.ts';
import type { ObjectStore } from '../../../platform/storage/store.ts';
import { describeApplication } from '../intake.ts';
import { documentName } from './document-links.ts';
import { noteFetched } from './deliver.ts';
import { findFile } from './document-store.ts';

/**
 * The issued document as its applicant may have it, in full. Every answer is on the trail: it delivers the document.
 * @param asker the enterprise that asks; null for a platform. @throws IntakeRefusal 404 until it is issued, 403; 409 if its file is
 * missing.
 */
export async function documentAnswer(
  { db, store }: { readonly db: Database; readonly store: ObjectStore },
  orderId: string,
  asker: string | null,
  actor: Actor,
): Promise<RawAnswer> {
  await describeApplication(db, orderId, asker);
  const file = await findFile(db, orderId, false);
  if (!file) throw new IntakeRefusal(404, 'unknown', 'the document of this application is not issued');
  const found = (await isFaultyObject(db, file.sha256)) ? null : await store.stat(file.sha256);
  if (!found) throw new IntakeRefusal(409, 'missing', 'the file of this document is missing');
  const { stream } = await store.open(file.sha256);
  await recordTrail(db, actor, {
    action: '下载公证书',
    object: `application/${orderId}`,
    after: { document: file.number, sha256: file.sha256, masked: false },
  });
  await noteFetched(db, orderId, actor);
  return rawAnswer(
    200,
    {
      'content-type': 'application/pdf',
      'content-length': String(found.sizeBytes),
      'content-disposition': contentDisposition('attachment', documentName(file.number)),
    },
    stream,
  );
}
