import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { refuse } from './refusal.ts';

/** The file of a multipart body, not read yet: it may be of any size, and never is in memory as a whole. */
export interface IncomingFile {
  /** As the browser calls it, empty where it does not. Hostile. */
  readonly name: string;
  /** How long the whole body says that it is, in bytes; null when it does not. */
  readonly bodyBytes: number | null;
  /** The bytes, once. Who stops reading early leaves the rest to be read to its end behind him. */
  bytes(): AsyncIterable<Buffer>;
}

/** Lets a scope take multipart bodies. No limit of size stands here: whoever keeps a file says how large it may be. */
export async function registerUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fieldSize: 10_000, fields: 20, files: 1, fileSize: Number.MAX_SAFE_INTEGER },
  });
}

/**
 * Reads a multipart body up to its file: fields stand before it. `finish` reads what is left, and must be called.
 * @throws Refusal when the file is not there; 415 for a body of another type; 400, here or while the bytes are read, when the body cannot
 * be read.
 */
export async function openUpload(
  request: FastifyRequest,
  name: string,
): Promise<{ fields: Record<string, unknown>; file: IncomingFile; finish: () => Promise<void> }> {
  const missing = () => refuse('请选择要上传的文件', { [name]: '请选择要上传的文件' });
  if (!request.isMultipart()) throw Object.assign(new Error('a multipart body is expected'), { statusCode: 415 });
  const parts = request.parts();
  const fields: Record<string, unknown> = {};
  const found = await findFile(parts, name, fields).catch(unreadable);
  if (!found) throw missing();
  const length = Number(request.headers['content-length']);
  return {
    fields,
    file: {
      // The types promise it; a part is taken for a file by its media type alone too.
      name: (found.filename as string | undefined) ?? '',
      bodyBytes: Number.isSafeInteger(length) ? length : null,
      bytes: () => untouched(found.file),
    },
    finish: () => drain(found.file, parts),
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

/** Whoever reads this to a failure does not destroy the connection behind it. */
async function* untouched(source: Readable): AsyncGenerator<Buffer> {
  try {
    yield* source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (error) {
    unreadable(error);
  }
}

/** A body that breaks off, or is no multipart at all, is its sender's fault and not ours. */
function unreadable(cause: unknown): never {
  throw Object.assign(new Error('the body cannot be read', { cause }), { statusCode: 400 });
}

/** A body that breaks off was told of to whoever read the file; nobody waits for the rest of one that was refused. */
async function drain(file: Readable, parts: AsyncIterator<Multipart>): Promise<void> {
  file.resume();
  try {
    for (let next = await parts.next(); !next.done; next = await parts.next()) if (next.value.type === 'file') next.value.file.resume();
  } catch {
    file.destroy();
  }
}
