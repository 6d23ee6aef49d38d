import { ManifestError } from '../../domain/evidence/manifest.ts';
import { createMarkSearch, type MarkSearch } from '../../domain/marks/mark-search.ts';
import { originalName } from '../custody/evidence/evidence-files.ts';
import { storeEvidence } from '../custody/evidence/store-evidence.ts';
import { createSm3 } from '../custody/evidence/sm3.ts';
import { readUsedMark } from '../custody/marks/mark-store.ts';
import type { Database, Tx } from '../db/database.ts';
import { readRecording, type RecordingMedia } from '../../domain/media/recording.ts';
import type { StagingAreas } from '../storage/staging-areas.ts';
import { StorageError, type ObjectStore, type StoredObject } from '../storage/store.ts';
import type { Actor } from '../trail/trail.ts';
import { openChunks } from './chunks.ts';
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
 */
export async function finishRecording(finisher: Finisher, number: string, actor: Actor): Promise<void> {
  const { db, stages } = finisher;
  const recording = await findRecording(db, number);
  if (recording?.status !== 'uploading' || recording.size_bytes === null || recording.size_bytes !== recording.offset_bytes) return;
  try {
    const mark = await readUsedMark(db, number);
    const search = mark && createMarkSearch(mark.hash);
    const checked = await checkFile(finisher, recording, search);
    const reason =
      typeof checked === 'string'
        ? checked
        : await db
            .transaction()
            .execute((tx) => storeRecording(tx, recording, checked, { ownerSecret: finisher.ownerSecret, mark: mark?.hash, search }, actor))
            .catch(reasonOf);
    if (reason !== undefined) await db.transaction().execute((tx) => endRecording(tx, recording, 'failed', reason, actor));
  } catch (error) {
    // A concurrent call was faster and discarded the chunks.
    if (!(error instanceof StorageError && error.kind === 'missing') || (await findRecording(db, number))?.status === 'uploading')
      throw error;
  }
  await stages.discard(number);
}

/** The Chinese reason if no retry can succeed. @throws the error otherwise, so that the next run retries. */
function reasonOf(error: unknown): string {
  if (error instanceof ManifestError) return '证据清单无法生成';
  throw error;
}

interface CheckedFile extends RecordingMedia {
  readonly object: StoredObject;
  readonly sm3: string;
}

/** The whole file, stored durably under its hash; or the Chinese reason why it cannot be evidence. */
async function checkFile({ db, store, stages }: Finisher, recording: Recording, search: MarkSearch | null): Promise<CheckedFile | string> {
  const whole = await openChunks(db, await stages.open(recording.number), recording);
  const media = await readRecording(whole);
  if (!media) return '文件类型不支持';
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
    return { ...media, object, sm3: await sm3.digest() };
  } catch (error) {
    if (error instanceof StorageError && error.kind === 'hash_mismatch') return '文件与声明的SHA-256不一致';
    throw error;
  } finally {
    sm3.close();
  }
}

interface Marked {
  readonly ownerSecret: Uint8Array;
  /** The hash of the mark that it was registered with. */
  readonly mark: string | undefined;
  /** The search that has read the whole file. */
  readonly search: MarkSearch | null;
}

async function storeRecording(
  tx: Tx,
  recording: Recording,
  { object, sm3, mediaType, suffix, seconds }: CheckedFile,
  { ownerSecret, mark, search }: Marked,
  actor: Actor,
): Promise<void> {
  const { id, number, type, name, begin_at: startAt, said_seconds, device } = recording;
  if (!(await markSucceeded(tx, id, seconds))) return;
  const owner = await tx.selectFrom('users').select(['id', 'name', 'type']).where('id', '=', recording.user_id).executeTakeFirstOrThrow();
  const fileName = `${name}.${suffix}`;
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
      markBinding: search?.found() ? 'file' : 'unbound',
      files: [{ name: originalName(1, fileName), role: 'original', ...object, sm3, mediaType }],
    },
    actor,
    { before: 'uploading', status: 'succeeded' },
  );
  await emitEnd(tx, recording, 'succeeded', null);
  await deleteChunks(tx, id);
}
