import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Tx } from '../../platform/db/database.ts';
import { StorageError } from '../../platform/storage/store.ts';
import type { Actor } from '../../desk/trail/trail.ts';
import { whileRoom, type RoomCheck } from './disk-reserve.ts';
import type { SignedRequests } from './mount.ts';
import { badHeader, IntakeRefusal, revoked } from './refusal.ts';
import type { IntakeClient } from './signature.ts';

/** A chunk being received, as described by its client. */
export interface UploadChunk {
  /** The offset that the client expects. */
  readonly offset: number;
  /** The size of the whole upload, if the request states it. */
  readonly sizeBytes: number | null;
  /** Is read to its end, or left at the point of a failure. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Content-Length; null if the chunk comes without one. */
  readonly declaredBytes: number | null;
  /** The signed hash of the chunk. */
  readonly sha256: string;
}

export interface UploadPlace {
  readonly offset: number;
  /** Null until the client has stated it. */
  readonly sizeBytes: number | null;
}

/** The target of an upload: a recording, or an evidence to be created. */
export interface UploadResource {
  /** Route with the parameter `:number`. */
  readonly url: string;
  /** The message for an upload that accepts no more chunks. */
  readonly closed: string;
  readonly room: RoomCheck;
  /** The current state of an upload that the client may read. @throws IntakeRefusal, UploadFault */
  stand(number: string, client: IntakeClient): Promise<UploadPlace>;
  /** Accepts a chunk, and completes the upload after the last one. @returns the new offset. @throws IntakeRefusal, UploadFault */
  take(number: string, chunk: UploadChunk, client: IntakeClient, actor: Actor): Promise<number>;
}

export type UploadFaultKind = 'offset' | 'closed' | 'size' | 'too_large' | 'hash' | 'pieces' | 'quota' | 'revoked' | 'type';
/** The reason why a chunk is not accepted. */
export class UploadFault extends Error {
  override name = 'UploadFault';

  constructor(
    readonly kind: UploadFaultKind,
    /** English; for `type`. */
    words: string = kind,
  ) {
    super(words);
  }
}

/**
 * Routes of the core protocol of tus 1.0 (decision 0014), on a signed app: each PATCH signs its own chunk, and no byte of a chunk counts
 * unless its hash is correct.
 */
export function tusRoutes(app: FastifyInstance, signatureOf: SignedRequests, { url, closed, room, stand, take }: UploadResource): void {
  const prefix = url.replace(':number', '');
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith(prefix)) reply.header('tus-resumable', version);
  });

  app.route<Upload>({
    method: 'HEAD',
    url,
    async handler(request, reply) {
      const { client } = signatureOf(request);
      assertVersion(request, reply);
      const { offset, sizeBytes } = await stand(request.params.number, client).catch(explained);
      return reply
        .status(200)
        .headers({
          'cache-control': 'no-store',
          'upload-offset': String(offset),
          ...(sizeBytes === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(sizeBytes) }),
        })
        .send();
    },
  });

  // In a scope of its own, so that a chunk sent to another route gets 415: nothing would read it to its end there.
  void app.register(async (chunks) => {
    // No other type is parsed: the chunk is streamed, neither parsed nor buffered.
    chunks.removeAllContentTypeParsers();
    chunks.addContentTypeParser(chunkType, (_request, payload, done) => done(null, payload));
    chunks.route<Upload>({
      method: 'PATCH',
      url,
      config: { bodyType: chunkType },
      async handler(request, reply) {
        const body = request.body instanceof Readable ? request.body : Readable.from([]);
        try {
          const { client, actor, contentSha256: sha256 } = signatureOf(request);
          assertVersion(request, reply);
          if (mediaTypeOf(request) !== chunkType) throw new IntakeRefusal(415, 'type', `${chunkType} is expected`);
          const offset = byteCount(request, 'Upload-Offset');
          if (offset === null) throw new IntakeRefusal(400, 'malformed', 'Upload-Offset: is missing');
          const declaredBytes = byteCount(request, 'Content-Length');
          await room(declaredBytes ?? 0);
          // Never destroyed: it is read to its end after a failure.
          const bytes = whileRoom(body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>, room);
          const chunk = { offset, sizeBytes: byteCount(request, 'Upload-Length'), declaredBytes, body: bytes, sha256 };
          const now = await take(request.params.number, chunk, client, actor);
          return await reply.status(204).header('upload-offset', String(now)).send();
        } catch (error) {
          // An unread body would block the connection.
          body.resume();
          return explained(error);
        }
      },
    });
  });

  function explained(error: unknown): never {
    throw error instanceof UploadFault ? refusals[error.kind](closed, error.message) : error;
  }
}

/** Answers OPTIONS with the supported tus version and size. Needs no signature and reveals nothing about any upload. */
export function tusOptions(app: FastifyInstance, url: string, maxBytes: number): void {
  app.options(url, async (_request, reply) =>
    reply
      .status(204)
      .headers({ 'tus-resumable': version, 'tus-version': version, 'tus-max-size': String(maxBytes) })
      .send(),
  );
}

/** Converts a staging area's error to the fault of the chunk. */
export function chunkFault(error: unknown): unknown {
  if (!(error instanceof StorageError)) return error;
  // Another chunk completed the upload, which removed its staging area: the client must ask for the offset again.
  if (error.kind === 'missing') return new UploadFault('offset');
  return new UploadFault(error.kind === 'too_large' ? 'too_large' : 'hash');
}

/** Checks that the client's credentials were not revoked while its chunk arrived. @throws UploadFault */
export async function assertMayGoOn(tx: Tx, { kind, id }: Actor): Promise<void> {
  if (kind !== 'client') return;
  const enabled = tx.selectFrom('credential').select('app_id').where('app_id', '=', id).where('status', '=', 'enabled');
  if ((await enabled.executeTakeFirst()) === undefined) throw new UploadFault('revoked');
}

/** 10,000 chunks of a megabyte make the largest file; the limit keeps a client from filling the table with tiny chunks. */
export const maxChunks = 10_000;

interface Upload {
  Params: { number: string };
}

const version = '1.0.0';
const chunkType = 'application/offset+octet-stream';

function mediaTypeOf({ headers }: FastifyRequest): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function assertVersion(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers['tus-resumable'] === version) return;
  reply.header('tus-version', version);
  throw new IntakeRefusal(412, 'version', `Tus-Resumable: must be ${version}`);
}

function byteCount(request: FastifyRequest, name: 'Upload-Offset' | 'Upload-Length' | 'Content-Length'): number | null {
  const value = request.headers[name.toLowerCase()];
  if (value === undefined) return null;
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) throw new IntakeRefusal(400, 'malformed', `${name}: is no number of bytes`);
  return Number(value);
}

const refusals: Record<UploadFaultKind, (closed: string, words: string) => IntakeRefusal> = {
  offset: () => new IntakeRefusal(409, 'offset', 'Upload-Offset: is not where the upload stands'),
  closed: (closed) => new IntakeRefusal(410, 'closed', closed),
  size: () => new IntakeRefusal(400, 'malformed', 'Upload-Length: is another than before, or less than has come in'),
  too_large: () => new IntakeRefusal(413, 'too_large', 'the upload is larger than its Upload-Length, or than may be'),
  pieces: () => new IntakeRefusal(413, 'too_large', 'the upload has too many pieces'),
  quota: () => new IntakeRefusal(409, 'conflict', 'the uploads of a user that have not become evidence have too many bytes together'),
  revoked,
  hash: () => badHeader('X-Content-SHA256', 'notBodyHash'),
  type: (_closed, words) => new IntakeRefusal(415, 'type', words),
};
