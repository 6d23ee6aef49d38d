import type { FastifyInstance } from 'fastify';
import { uploadPath } from '../../contract/open/recordings.ts';
import type { RoomCheck } from '../signed/disk-reserve.ts';
import type { SignedRequests } from '../signed/mount.ts';
import { tusOptions, tusRoutes, UploadFault } from '../signed/tus.ts';
import { takeRecordingChunk, type UploadLimits } from './chunks.ts';
import { finishRecording, type Finisher } from './finish.ts';
import { inferUploadEnd } from './infer-upload-end.ts';
import { ownRecording } from './intake.ts';
import { isOpen } from './recording.ts';

export interface UploadDeps extends Finisher, UploadLimits {
  readonly signatureOf: SignedRequests;
  readonly room: RoomCheck;
}

/** Receives the file of a recording, on the resource that POST /recordings created. After the last byte it becomes evidence, or fails. */
export function uploadRoutes(app: FastifyInstance, parts: UploadDeps): void {
  const isAtEnd = inferUploadEnd(parts);
  tusRoutes(app, parts.signatureOf, {
    url: uploadPath(':number'),
    closed: 'the recording has failed or was cancelled',
    room: parts.room,

    async stand(number, client) {
      const { offset_bytes, size_bytes, status } = await ownRecording(parts.db, number, client.userId);
      if (status === 'failed' || status === 'cancelled') throw new UploadFault('closed');
      return { offset: Number(offset_bytes), sizeBytes: size_bytes === null ? null : Number(size_bytes) };
    },

    async take(number, chunk, client, actor) {
      const recording = await ownRecording(parts.db, number, client.userId);
      if (!isOpen(recording.status)) throw new UploadFault(recording.status === 'succeeded' ? 'offset' : 'closed');
      const now = await takeRecordingChunk(parts.db, parts.stages, recording, chunk, parts, actor);
      if (now.sizeBytes === null ? await isAtEnd(recording.number) : now.offset === now.sizeBytes) {
        const words = await finishRecording(parts, recording.number, actor);
        if (words) throw new UploadFault('type', words.message);
      }
      return now.offset;
    },
  });
}

export function uploadOptions(app: FastifyInstance, maxBytes: number): void {
  tusOptions(app, uploadPath(':number'), maxBytes);
}
