import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp } from '../../../../../test/installation/app.ts';
import { sha256Of, sm3Of, uid } from '../../../../../test/installation/factories/evidence.ts';
import { recordingMaker } from '../../../../../test/installation/factories/recordings.ts';
import type { ObjectStore } from '../../../platform/storage/store.ts';
import type { RoomCheck } from '../../../open/signed/disk-reserve.ts';
import { aheadFiles, type AheadBounds, type AheadFiles } from './ahead.ts';
import { findUpload, type EvidenceUpload } from './store.ts';
import { uploadedFile } from './uploaded-file.ts';
import { evidenceStages } from './uploads.ts';

const installation = testApp();
const make = recordingMaker(installation);
let userId = '';
beforeAll(async () => {
  await make.evidence.open();
  userId = await make.evidence.user('enterprise', 100);
});

const open: AheadFiles[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** A `put` that records the bytes of each call so far, and the errors of failed calls. */
function watchedPut() {
  const taken: number[] = [];
  const failed: unknown[] = [];
  const put: ObjectStore['put'] = (source, options) => {
    const at = taken.push(0) - 1;
    async function* counted() {
      for await (const chunk of source as AsyncIterable<Uint8Array>) {
        taken[at] = (taken[at] ?? 0) + chunk.length;
        yield chunk;
      }
    }
    return installation.store.put(counted(), options).catch((error: unknown) => {
      failed.push(error);
      throw error;
    });
  };
  return { put, taken, failed };
}

const plenty = async (): Promise<void> => undefined;

function ahead(bounds: Partial<AheadBounds> = {}, room: RoomCheck = plenty) {
  const watched = watchedPut();
  const deps = { db: installation.db, stages: evidenceStages(installation.stages), put: watched.put, room };
  const files = aheadFiles(deps, { leastBytes: 1, most: 3, mostOfUser: 2, restMs: 60_000, ...bounds });
  open.push(files);
  return { ...watched, files, deps: { ...deps, ahead: files } };
}

/** An opened upload; `send` adds its next bytes, as any server would. */
async function opened(bytes: Buffer, user_id = userId) {
  const { body } = await make.evidence.client().post('/open/v1/evidence/uploads', { unique_id: uid(), user_id, size: bytes.length });
  const number = String(body['upload_id']);
  const row = async (): Promise<EvidenceUpload> => {
    const found = await findUpload(installation.db, number);
    if (!found) throw new Error('there is no such upload');
    return found;
  };
  return {
    row,
    async send(length: number): Promise<number> {
      const at = Number((await row()).offset_bytes);
      const { status } = await make.patch(String(body['upload_url']), at, bytes.subarray(at, at + length));
      if (status !== 204) throw new Error(`a chunk was answered ${status}`);
      return at + length;
    },
    discard: () => evidenceStages(installation.stages).discard(number),
  };
}
const approve = async (): Promise<void> => undefined;
const isStored = async (bytes: Buffer) => (await installation.store.stat(sha256Of(bytes))) !== null;

describe('a file that is stored while it comes in', () => {
  it('takes each chunk when it counts, whoever took it in, and has its name when the last call approved it', async () => {
    const bytes = randomBytes(9000);
    const upload = await opened(bytes);
    const { files, taken, deps } = ahead();
    files.grown(await upload.row(), await upload.send(4000));
    await vi.waitFor(() => expect(taken).toEqual([4000]));
    // This chunk arrives at another server.
    await upload.send(2000);
    files.grown(await upload.row(), await upload.send(1000));
    await vi.waitFor(() => expect(taken).toEqual([7000]));
    await upload.send(2000);
    expect(await isStored(bytes)).toBe(false);
    let judged: unknown;
    const file = uploadedFile(deps, await upload.row(), { name: 'a.mp4', mediaType: 'video/mp4' });
    const stored = await file.store(sha256Of(bytes), async (whole) => {
      judged = whole;
      expect(await isStored(bytes)).toBe(false);
    });
    expect(stored).toEqual({ sha256: sha256Of(bytes), sm3: sm3Of(bytes), sizeBytes: 9000 });
    expect(judged).toEqual(stored);
    expect(await make.stored(stored.sha256)).toEqual(bytes);
    expect(taken).toEqual([9000]);
  });

  it('leaves nothing where the last call is refused, and is read from its chunks by the next one', async () => {
    const bytes = randomBytes(500);
    const upload = await opened(bytes);
    const { files, taken, deps } = ahead();
    files.grown(await upload.row(), await upload.send(500));
    const file = uploadedFile(deps, await upload.row(), { name: '', mediaType: '' });
    await expect(file.store('0'.repeat(64), approve)).rejects.toMatchObject({
      status: 400,
      message: 'sha256: is not the hash of the file',
    });
    expect(await isStored(bytes)).toBe(false);
    await expect(file.store(undefined, () => Promise.reject(new Error('no points')))).rejects.toThrow('no points');
    expect(await isStored(bytes)).toBe(false);
    expect(await file.store(undefined, approve)).toMatchObject({ sha256: sha256Of(bytes) });
    expect(taken).toEqual([500, 500, 500]);
  });

  it('is shown whole to who watches its bytes', async () => {
    const bytes = randomBytes(700);
    const upload = await opened(bytes);
    const { files, failed, deps } = ahead();
    files.grown(await upload.row(), await upload.send(700));
    let seen = 0;
    await uploadedFile(deps, await upload.row(), { name: '', mediaType: '' }).store(undefined, approve, (chunk) => (seen += chunk.length));
    expect(seen).toBe(700);
    await vi.waitFor(() => expect(failed).toHaveLength(1));
  });

  it('is given up when its chunks are gone, or the store fails', async () => {
    const bytes = randomBytes(600);
    const upload = await opened(bytes);
    const { files } = ahead();
    files.grown(await upload.row(), await upload.send(300));
    const row = await upload.row();
    await upload.send(300);
    await upload.discard();
    expect(await files.take(row.id)?.finish(approve)).toBeNull();

    const other = await opened(bytes);
    const stages = evidenceStages(installation.stages);
    const failing = aheadFiles(
      { db: installation.db, stages, put: () => Promise.reject(new Error('full')), room: plenty },
      { leastBytes: 1, most: 3, mostOfUser: 2, restMs: 60_000 },
    );
    failing.grown(await other.row(), await other.send(600));
    expect((await failing.take((await other.row()).id)?.finish(approve)) ?? null).toBeNull();
    await failing.close();
  });

  it('is given up while the disk is at its reserve, before it takes the chunk a second time', async () => {
    const upload = await opened(randomBytes(900));
    const room = vi.fn<RoomCheck>().mockResolvedValueOnce().mockRejectedValueOnce(new Error('full'));
    const { files, taken, failed } = ahead({}, room);
    files.grown(await upload.row(), await upload.send(300));
    await vi.waitFor(() => expect(taken).toEqual([300]));
    files.grown(await upload.row(), await upload.send(300));
    await vi.waitFor(() => expect(failed).toEqual([expect.objectContaining({ message: 'full' })]));
    expect(taken).toEqual([300]);
    expect(room.mock.calls).toEqual([[300], [300]]);
  });

  it('is given up when nothing more comes, and begun anew by the next chunk', async () => {
    const bytes = randomBytes(900);
    const upload = await opened(bytes);
    const { files, taken, failed } = ahead({ restMs: 1 });
    files.grown(await upload.row(), await upload.send(300));
    await vi.waitFor(() => expect(failed).toEqual([expect.objectContaining({ message: 'the upload rests' })]));
    files.grown(await upload.row(), await upload.send(300));
    await vi.waitFor(() => expect(taken.length).toBe(2));
  });

  it('is begun for large ones alone, for a few of a user, and for a few in all', async () => {
    const bytes = randomBytes(100);
    const others = [await make.evidence.user('personal', 9), await make.evidence.user('personal', 9)];
    const begun = async (files: AheadFiles, of: (string | undefined)[]) => {
      const found = [];
      for (const user of of) {
        const upload = await opened(bytes, user);
        files.grown(await upload.row(), await upload.send(50));
        found.push((await upload.row()).id);
      }
      return Promise.all(
        found.map(async (id) => {
          const file = files.take(id);
          // Half of the file is missing, so it ends.
          if (file) expect(await file.finish(approve)).toBeNull();
          return file !== undefined;
        }),
      );
    };
    expect(await begun(ahead({ leastBytes: 101 }).files, [undefined])).toEqual([false]);
    expect(await begun(ahead().files, [undefined, undefined, undefined, others[0], others[1]])).toEqual([true, true, false, true, false]);
  });
});
