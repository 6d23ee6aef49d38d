import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { StorageError, type ObjectStore, type StoredObject } from '../storage/store.ts';
import { assertMultipart, fieldRecord, givenTwice, readableFile, readableParts } from './parts.ts';
import { IntakeRefusal } from './refusal.ts';
import { createSm3 } from '../custody/evidence/sm3.ts';
import type { Sm3 } from '../custody/evidence/sm3-pool.ts';

/** The file of a multipart body, not read yet: it may be of any size, and never is in memory as a whole. */
export interface IncomingFile {
  /** As the client calls it, empty where it does not, and what the client says it is. Hostile. */
  readonly name: string;
  readonly mediaType: string;
  /** How long the whole body says that it is; null when it does not. */
  readonly bodyBytes: number | null;
  /**
   * Streams the file into the store, once. Resolves when it is durable, the body came to its end, and was the signed one.
   * `judge` is asked of the whole file before it has its place: what it throws is thrown, and nothing stays. `watch` sees its bytes first.
   * @throws IntakeRefusal 413 over the limit; 400 when empty, followed by another part, or of another hash than `expectedSha256`.
   */
  store(expectedSha256?: string, judge?: (file: StoredUpload) => Promise<void>, watch?: (chunk: Buffer) => void): Promise<StoredUpload>;
}
export interface StoredUpload {
  readonly sha256: string;
  readonly sm3: string;
  readonly sizeBytes: number;
}

export interface StreamedBody {
  readonly fields: Record<string, unknown>;
  readonly file: IncomingFile;
  /** Reads what was left unread, whatever became of the call. @throws IntakeRefusal over the body's end. */
  finish(): Promise<void>;
}
export interface StreamedPart {
  readonly name: string;
  readonly maxBytes: number;
  readonly put: ObjectStore['put'];
  /** Called once after the last byte. @throws IntakeRefusal when the body was not the signed one. */
  bodyEnded(): Promise<void>;
}

/** Reads a multipart body up to its file, which must be its last part. @throws IntakeRefusal */
export async function openStreamedBody(request: FastifyRequest, { name, maxBytes, put, bodyEnded }: StreamedPart): Promise<StreamedBody> {
  assertMultipart(request);
  // One byte over the limit is let through, so that the store sees that there was more.
  const parts = readableParts(request, { limits: { files: 2, fileSize: maxBytes + 1 } });
  const { fields, found, fault } = await readFields(parts, name);
  let ended: Promise<void> | null = null;
  const finish = (): Promise<void> => (ended ??= drain(found, parts).then(bodyEnded));
  if (!found || fault) {
    await finish();
    throw fault ?? new IntakeRefusal(400, 'malformed', `${name}: is missing`);
  }
  return {
    fields,
    finish,
    file: {
      // Of a part without `filename` there is none, whatever its type says.
      name: (found.filename as string | undefined) ?? '',
      mediaType: found.mimetype,
      bodyBytes: request.headers['content-length'] === undefined ? null : Number(request.headers['content-length']),
      store: (expectedSha256, judge, watch) =>
        storeFile(put, readableFile(found.file), { name, maxBytes, expectedSha256, ended: finish, judge, watch }),
    },
  };
}

async function readFields(
  parts: AsyncIterator<Multipart>,
  name: string,
): Promise<{ fields: Record<string, unknown>; found: MultipartFile | null; fault: IntakeRefusal | null }> {
  const fields = fieldRecord<unknown>();
  let fault: IntakeRefusal | null = null;
  for (;;) {
    const { done, value: part } = await parts.next();
    if (done) return { fields, found: null, fault };
    if (part.type === 'file') {
      if (part.fieldname !== name) fault ??= new IntakeRefusal(400, 'malformed', `${part.fieldname}: is no file of this call`);
      return { fields, found: part, fault };
    }
    if (part.fieldname in fields) fault ??= givenTwice(part.fieldname);
    fields[part.fieldname] = part.value;
  }
}

/**
 * Reads on to the end of the body: half a body left unread would hold the connection. @throws IntakeRefusal over a part behind the file.
 */
async function drain(file: MultipartFile | null, parts: AsyncIterator<Multipart>): Promise<void> {
  file?.file.resume();
  let behind: string | null = null;
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    behind ??= next.value.fieldname;
    if (next.value.type === 'file') next.value.file.resume();
  }
  if (behind !== null && file) throw new IntakeRefusal(400, 'malformed', `${behind}: comes behind the file, which must be the last part`);
}

export interface FileToStore {
  /** As the call names it, for whoever is refused. */
  readonly name: string;
  readonly maxBytes: number;
  readonly expectedSha256?: string | undefined;
  /** Asked after the last byte. @throws IntakeRefusal when what came is not what was signed. */
  ended?(): Promise<void>;
  readonly judge?: ((file: StoredUpload) => Promise<void>) | undefined;
  readonly watch?: ((chunk: Buffer) => void) | undefined;
}

/** Streams a file into the store, hashed on its way, as `IncomingFile.store` says. @throws IntakeRefusal 413, 400 */
export async function storeFile(
  put: ObjectStore['put'],
  source: AsyncIterable<Buffer>,
  { name, maxBytes, expectedSha256, ended, judge, watch }: FileToStore,
): Promise<StoredUpload> {
  let sm3Hex = '';
  // Before the object has its name: of a file that is refused nothing stays in the store.
  const approve = async (object: StoredObject): Promise<void> => {
    await ended?.();
    if (object.sizeBytes === 0) throw new IntakeRefusal(400, 'malformed', `${name}: is empty`);
    sm3Hex = await sm3.digest();
    await judge?.({ ...object, sm3: sm3Hex });
  };
  const options = { maxBytes, approve, ...(expectedSha256 === undefined ? {} : { expectedSha256 }) };
  const sm3 = createSm3();
  try {
    const stored = await put(hashed(source, sm3, watch), options).catch((error: unknown) =>
      Promise.reject(refusalOf(error, name, maxBytes)),
    );
    return { ...stored, sm3: sm3Hex };
  } finally {
    sm3.close();
  }
}

async function* hashed(source: AsyncIterable<Buffer>, sm3: Sm3, watch?: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    watch?.(chunk);
    await sm3.update(chunk);
    yield chunk;
  }
}

function refusalOf(error: unknown, name: string, maxBytes: number): unknown {
  if (!(error instanceof StorageError) || error.kind === 'missing') return error;
  if (error.kind === 'too_large') return new IntakeRefusal(413, 'too_large', `${name}: is larger than ${maxBytes} bytes`);
  return new IntakeRefusal(400, 'malformed', `sha256: is not the hash of the ${name}`);
}
