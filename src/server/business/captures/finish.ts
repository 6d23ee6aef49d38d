import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { capturePlace } from '../../../domain/proof/marks/mark-place.ts';
import { isFileResult } from '../../../domain/proof/web-archive/capture-notes.ts';
import { storeEvidence } from '../../custody/evidence/store-evidence.ts';
import { insertCaptureMark } from '../../custody/marks/mark-store.ts';
import type { StoredEvidenceFile } from '../../custody/evidence/evidence-files.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';
import type { CapturedFile, CapturedPage } from './browser/capture-page.ts';
import { workerActor, type Job } from './queue.ts';
import { insertArchive } from './store.ts';
import { moveCapture } from './transitions.ts';

/** Writes the files of a capture to durable storage. */
export async function storeFiles(store: ObjectStore, files: CapturedPage['files']): Promise<[StoredEvidenceFile, ...StoredEvidenceFile[]]> {
  const [first, ...others] = files;
  return [await storeFile(store, first), ...(await Promise.all(others.map((file) => storeFile(store, file))))];
}

/**
 * Turns the capture into an evidence: its rows, its manifest for the log, the change of state and the trail rows, in one transaction.
 * @returns false if another attempt holds the capture; then nothing is stored.
 */
export async function succeed(
  db: Database,
  job: Job,
  files: readonly [StoredEvidenceFile, ...StoredEvidenceFile[]],
  { begunAt, endedAt, bracket, archive, notes, fileName, openedUrl }: CapturedPage,
  ownerSecret: Uint8Array,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (
      !(await moveCapture(tx, job, 'uploading', 'succeeded', workerActor, {
        ended_at: endedAt,
        lease_until: null,
        notes: JSON.stringify(notes),
        opened_url: openedUrl === job.url ? null : openedUrl,
      }))
    )
      return false;
    const capture = await tx
      .selectFrom('capture')
      .innerJoin('users', 'users.id', 'capture.user_id')
      .select(['capture.name as title', 'capture.username', 'users.id', 'users.type'])
      .where('number', '=', job.number)
      .executeTakeFirstOrThrow();
    const { id, type, title, username } = capture;
    if (bracket) await insertCaptureMark(tx, bracket.mark, bracket.clocks);
    await storeEvidence(
      tx,
      {
        number: job.number,
        owner: { id, name: username, type },
        title,
        kind: 'web',
        fileName: fileName ?? `${title}.png`,
        address: '',
        startAt: begunAt,
        endAt: endedAt,
        device: null,
        ...(bracket
          ? { mark: bracket.mark.hash, markPlace: capturePlace(new Set(files.map(({ name }) => name)), isFileResult(notes)) }
          : {}),
        files,
        ownerSecret,
      },
      workerActor,
    );
    if (archive) await insertArchive(tx, job.number, archive);
    return true;
  });
}

async function storeFile(store: ObjectStore, { name, role, mediaType, path }: CapturedFile): Promise<StoredEvidenceFile> {
  const hash = createHash('sm3');
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of createReadStream(path, { highWaterMark: 262_144 })) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('a file is made of bytes');
      hash.update(chunk);
      yield chunk;
    }
  }
  const { sha256, sizeBytes } = await store.put(chunks(), { maxBytes: Number.MAX_SAFE_INTEGER });
  return { name, role, sha256, sizeBytes, mediaType, sm3: hash.digest('hex') };
}
