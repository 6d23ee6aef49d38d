import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { UnreadableText } from './body-text.ts';
import { partsOf, rawFields } from './multipart-text.ts';
import { refuse } from './refusal.ts';

/** The file of a multipart body, not read yet. It may have any size, and is never held in memory as a whole. */
export interface IncomingFile {
  /** The file name sent by the browser; empty if it sent none. Untrusted. */
  readonly name: string;
  /** The Content-Length of the whole body; null if there is none. */
  readonly bodyBytes: number | null;
  /** The bytes; can be read once. If reading stops early, `finish` drains the rest. */
  bytes(): AsyncIterable<Buffer>;
}

/** Accepts multipart bodies in a scope. There is no size limit here; the code that stores a file sets it. */
export async function registerUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    ...rawFields,
    throwFileSizeLimit: false,
    limits: { fieldSize: 10_000, fields: 20, files: 1, fileSize: Number.MAX_SAFE_INTEGER },
  });
}

/**
 * Reads a multipart body up to its file; only fields before the file are read. `finish` drains the rest, because an unread body would block
 * the connection, and must be called. After a refusal it leaves what may be long; then the connection must be closed.
 * @throws Refusal if the file is missing; 415 for another content type; 400 if the body is malformed, here or while the bytes are read.
 */
export async function openUpload(
  request: FastifyRequest,
  name: string,
): Promise<{ fields: Record<string, unknown>; file: IncomingFile; finish: (isRefused: boolean) => Promise<{ isWhole: boolean }> }> {
  const missing = () => refuse('请选择要上传的文件', { [name]: '请选择要上传的文件' });
  if (!request.isMultipart()) throw Object.assign(new Error('a multipart body is expected'), { statusCode: 415 });
  const parts = partsOf(request);
  const fields: Record<string, unknown> = {};
  const found = await findFile(parts, name, fields).catch(unreadable);
  if (!found) throw missing();
  const length = Number(request.headers['content-length']);
  return {
    fields,
    file: {
      // The types promise a name, but a part also counts as a file by its media type alone.
      name: (found.filename as string | undefined) ?? '',
      bodyBytes: Number.isSafeInteger(length) ? length : null,
      bytes: () => untouched(found.file),
    },
    finish: async (isRefused) => {
      // A refusal before the end would otherwise wait for a body of any length.
      if (isRefused && !found.file.readableEnded && !(length <= drainedBytes)) return { isWhole: false };
      await drain(found.file, parts);
      return { isWhole: true };
    },
  };
}

async function findFile(parts: AsyncIterator<Multipart>, name: string, fields: Record<string, unknown>): Promise<MultipartFile | null> {
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    if (next.value.type === 'field') {
      fields[next.value.fieldname] = next.value.value;
      continue;
    }
    if (next.value.fieldname === name) return next.value;
    next.value.file.resume();
  }
  return null;
}

/** Iterates without destroying the source, so that a reader that stops early does not close the connection. */
async function* untouched(source: Readable): AsyncGenerator<Buffer> {
  try {
    yield* source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (error) {
    unreadable(error);
  }
}

/** A truncated or malformed body is the sender's error: 400 and not 500. */
function unreadable(cause: unknown): never {
  if (cause instanceof UnreadableText) throw cause;
  throw Object.assign(new Error('the body cannot be read', { cause }), { statusCode: 400 });
}

/** Of a refused body of at most so many bytes, the rest is taken, so that the sender gets the answer whatever it does. */
const drainedBytes = 64 * 1024 * 1024;

/** Ignores errors: the reader of the file already got them, and the rest of a refused body does not matter. */
async function drain(file: Readable, parts: AsyncIterator<Multipart>): Promise<void> {
  file.resume();
  try {
    for (let next = await parts.next(); !next.done; next = await parts.next()) if (next.value.type === 'file') next.value.file.resume();
  } catch {
    file.destroy();
  }
}
