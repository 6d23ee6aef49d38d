import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { uploadPath } from '../../contract/open/recordings.ts';
import { finishRecording, type Finisher } from './finish.ts';
import { takeRecordingChunk, UploadFault, type UploadFaultKind } from './chunks.ts';
import { inferUploadEnd } from './infer-upload-end.ts';
import { isOpen } from './recording.ts';
import type { SignedRequests } from '../signed/mount.ts';
import { ownRecording } from './intake.ts';
import { badHeader, IntakeRefusal, revoked } from '../signed/refusal.ts';

export interface UploadDeps extends Finisher {
  readonly maxBytes: number;
  readonly signatureOf: SignedRequests;
}

/**
 * The core protocol of tus 1.0 on the resources that POST /recordings makes (decision 0014). On a signed app: each PATCH signs its own
 * piece, and nothing of a piece counts unless its hash was right.
 */
export function uploadRoutes(app: FastifyInstance, parts: UploadDeps): void {
  const url = uploadPath(':number');
  // The piece streams: it is neither parsed nor held.
  app.addContentTypeParser(chunkType, (_request, payload, done) => done(null, payload));
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith(uploadPath(''))) reply.header('tus-resumable', version);
  });

  app.route<Upload>({
    method: 'HEAD',
    url,
    async handler(request, reply) {
      const { client } = parts.signatureOf(request);
      assertVersion(request, reply);
      const { offset_bytes, size_bytes, status } = await ownRecording(parts.db, request.params.number, client.userId);
      if (status === 'failed' || status === 'cancelled') throw refusalOf('closed');
      return reply
        .status(200)
        .headers({
          'cache-control': 'no-store',
          'upload-offset': offset_bytes,
          ...(size_bytes === null ? { 'upload-defer-length': '1' } : { 'upload-length': size_bytes }),
        })
        .send();
    },
  });

  const isAtEnd = inferUploadEnd(parts);
  app.route<Upload>({
    method: 'PATCH',
    url,
    async handler(request, reply) {
      const body = request.body instanceof Readable ? request.body : Readable.from([]);
      try {
        return await patch(request, reply, body, { ...parts, isAtEnd });
      } catch (error) {
        // Half a piece left unread would hold the connection.
        body.resume();
        throw error instanceof UploadFault ? refusalOf(error.kind) : error;
      }
    },
  });
}

async function patch(
  request: FastifyRequest<Upload>,
  reply: FastifyReply,
  body: Readable,
  parts: UploadDeps & { readonly isAtEnd: (number: string) => Promise<boolean> },
): Promise<FastifyReply> {
  const { client, actor, contentSha256: sha256 } = parts.signatureOf(request);
  assertVersion(request, reply);
  if (request.headers['content-type'] !== chunkType) throw new IntakeRefusal(415, 'type', `${chunkType} is expected`);
  const recording = await ownRecording(parts.db, request.params.number, client.userId);
  if (!isOpen(recording.status)) throw new UploadFault(recording.status === 'succeeded' ? 'offset' : 'closed');
  const offset = byteCount(request, 'Upload-Offset');
  if (offset === null) throw new IntakeRefusal(400, 'malformed', 'Upload-Offset: is missing');
  const chunk = { offset, sizeBytes: byteCount(request, 'Upload-Length'), body, sha256 };
  const now = await takeRecordingChunk(parts.db, parts.stages, recording, chunk, parts.maxBytes, actor);
  if (now.sizeBytes === null ? await parts.isAtEnd(recording.number) : now.offset === now.sizeBytes)
    await finishRecording(parts, recording.number, actor);
  return reply.status(204).header('upload-offset', String(now.offset)).send();
}

/** What the uploads understand, for whoever asks: it needs no signature and tells nothing of any upload. */
export function uploadOptions(app: FastifyInstance, maxBytes: number): void {
  app.options(uploadPath(':number'), async (_request, reply) =>
    reply
      .status(204)
      .headers({ 'tus-resumable': version, 'tus-version': version, 'tus-max-size': String(maxBytes) })
      .send(),
  );
}

interface Upload {
  Params: { number: string };
}

const version = '1.0.0';
const chunkType = 'application/offset+octet-stream';

function assertVersion(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers['tus-resumable'] === version) return;
  reply.header('tus-version', version);
  throw new IntakeRefusal(412, 'version', `Tus-Resumable: must be ${version}`);
}

function byteCount(request: FastifyRequest, name: 'Upload-Offset' | 'Upload-Length'): number | null {
  const value = request.headers[name.toLowerCase()];
  if (value === undefined) return null;
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) throw new IntakeRefusal(400, 'malformed', `${name}: is no number of bytes`);
  return Number(value);
}

function refusalOf(kind: UploadFaultKind): IntakeRefusal {
  return refusals[kind]();
}

const refusals: Record<UploadFaultKind, () => IntakeRefusal> = {
  offset: () => new IntakeRefusal(409, 'offset', 'Upload-Offset: is not where the upload stands'),
  closed: () => new IntakeRefusal(410, 'closed', 'the recording has failed or was cancelled'),
  size: () => new IntakeRefusal(400, 'malformed', 'Upload-Length: is another than before, or less than has come in'),
  too_large: () => new IntakeRefusal(413, 'too_large', 'the upload is larger than its Upload-Length, or than may be'),
  pieces: () => new IntakeRefusal(413, 'too_large', 'the upload has too many pieces'),
  revoked,
  hash: () => badHeader('X-Content-SHA256', 'notBodyHash'),
};
