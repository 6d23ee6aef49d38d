import { ManifestError } from '../../../domain/proof/evidence/manifest.ts';
import type { MarkPlace } from '../../../domain/proof/marks/mark-place.ts';
import { createMarkSearch, type MarkSearch } from '../../../domain/proof/marks/mark-search.ts';
import { placeInFile } from '../../../domain/kit/media/part-of-file.ts';
import { originalName } from '../../custody/evidence/evidence-files.ts';
import { storeEvidence } from '../../custody/evidence/store-evidence.ts';
import { createSm3 } from '../../custody/evidence/sm3.ts';
import { readUsedMark } from '../../custody/marks/mark-store.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { readRecording, type RecordingMedia } from '../../../domain/kit/media/recording.ts';
import type { StagingAreas } from '../../platform/storage/staging-areas.ts';
import { StorageError, type ObjectStore, type StoredObject } from '../../platform/storage/store.ts';
import type { Actor } from '../../desk/trail/trail.ts';
import { openChunks } from './chunks.ts';
import { wordsOfFile, type TypeWords } from './opening.ts';
import { emitEnd, endRecording } from './recording.ts';
import { deleteChunks, findRecording, markSucceeded, type Recording } from './store.ts';

export interface Finisher {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly stages: StagingAreas;
  /** Derives the owners' pseudonyms in the log. */
  readonly ownerSecret: Uint8Array;
}

/**
 * Turns a completely uploaded recording into evidence, or ends it as failed if its file is not the declared one, has a wrong type, or
 * cannot be described in the log.
 * Safe to repeat and to run twice at once: if a server is killed meanwhile, the next run of the periodic job continues.
 * @returns why its file is of no type that a recording may have; null otherwise.
 */
export async function finishRecording(finisher: Finisher, number: string, actor: Actor): Promise<TypeWords | null> {
  const { db, stages } = finisher;
  const recording = await findRecording(db, number);
  if (recording?.status !== 'uploading' || recording.size_bytes === null || recording.size_bytes !== recording.offset_bytes) return null;
  let type: TypeWords | null = null;
  try {
    const mark = await readUsedMark(db, number);
    const checked = await checkFile(finisher, recording, mark && createMarkSearch(mark.hash));
    const reason =
      'reason' in checked
        ? checked.reason
        : await db
            .transaction()
            .execute((tx) => storeRecording(tx, recording, checked, { ownerSecret: finisher.ownerSecret, mark: mark?.hash }, actor))
            .catch(reasonOf);
    if ('message' in checked) type = checked;
    if (reason !== undefined) await db.transaction().execute((tx) => endRecording(tx, recording, 'failed', reason, actor));
  } catch (error) {
    // A concurrent call was faster and discarded the chunks.
    if (!(error instanceof StorageError && error.kind === 'missing') || (await findRecording(db, number))?.status === 'uploading')
      throw error;
  }
  await stages.discard(number);
  return type;
}

/** The Chinese reason if no retry can succeed. @throws the error otherwise, so that the next run retries. */
function reasonOf(error: unknown): string {
  if (error instanceof ManifestError) return '证据清单无法生成';
  throw error;
}

interface CheckedFile extends RecordingMedia {
  readonly object: StoredObject;
  readonly sm3: string;
  /** Where it shows its mark; null if it does not. */
  readonly place: MarkPlace | null;
}

/** The whole file, stored durably under its hash; or why it cannot be evidence, with a message if its type is the reason. */
async function checkFile(
  { db, store, stages }: Finisher,
  recording: Recording,
  search: MarkSearch | null,
): Promise<CheckedFile | TypeWords | Pick<TypeWords, 'reason'>> {
  const whole = await openChunks(db, await stages.open(recording.number), recording);
  const media = await readRecording(whole);
  if (!media) return wordsOfFile(whole);
  const sm3 = createSm3();
  async function* hashed(): AsyncGenerator<Buffer> {
    for await (const chunk of whole.stream()) {
      search?.update(chunk);
      await sm3.update(chunk);
      yield chunk;
    }
  }
  try {
    const object = await store.put(hashed(), { maxBytes: whole.sizeBytes, expectedSha256: recording.sha256 });
    const found = search?.found();
    const place = found ? { in: 'file' as const, ...(await placeInFile(whole, found.offset)) } : null;
    return { ...media, object, sm3: await sm3.digest(), place };
  } catch (error) {
    if (error instanceof StorageError && error.kind === 'hash_mismatch') return { reason: '文件与声明的SHA-256不一致' };
    throw error;
  } finally {
    sm3.close();
  }
}

interface Marked {
  readonly ownerSecret: Uint8Array;
  /** The hash of the mark that it was registered with. */
  readonly mark: string | undefined;
}

async function storeRecording(
  tx: Tx,
  recording: Recording,
  { object, sm3, place, mediaType, suffix, seconds }: CheckedFile,
  { ownerSecret, mark }: Marked,
  actor: Actor,
): Promise<void> {
  const { id, number, type, name, begin_at: startAt, said_seconds, device } = recording;
  if (!(await markSucceeded(tx, id, seconds))) return;
  const owner = await tx.selectFrom('users').select(['id', 'name', 'type']).where('id', '=', recording.user_id).executeTakeFirstOrThrow();
  const fileName = name.toLowerCase().endsWith(`.${suffix}`) ? name : `${name}.${suffix}`;
  await storeEvidence(
    tx,
    {
      number,
      owner,
      ownerSecret,
      kind: type,
      title: name,
      fileName,
      address: '',
      startAt,
      endAt: new Date(startAt.getTime() + (seconds ?? said_seconds) * 1000),
      device,
      mark,
      markPlace: place,
      files: [{ name: originalName(1, fileName), role: 'original', ...object, sm3, mediaType }],
    },
    actor,
    { before: 'uploading', status: 'succeeded' },
  );
  await emitEnd(tx, recording, 'succeeded', null);
  await deleteChunks(tx, id);
}
