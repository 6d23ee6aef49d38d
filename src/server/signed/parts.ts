import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { IntakeRefusal } from './refusal.ts';

export const pictureBytes = 10 * 1024 * 1024;

/**
 * Reads a multipart body of fields and small pictures, to its end whatever is wrong with it: half a body left unread would hold the
 * connection.
 */
export async function readPictures(
  request: FastifyRequest,
  names: readonly string[],
): Promise<{ fields: Record<string, unknown>; pictures: Record<string, Buffer> }> {
  assertMultipart(request);
  const fields = fieldRecord<unknown>();
  const pictures = fieldRecord<Buffer>();
  let fault: IntakeRefusal | null = null;
  for await (const part of readableParts(request)) {
    const name = part.fieldname;
    if (name in fields || name in pictures) fault ??= givenTwice(name);
    if (part.type === 'field') fields[name] = part.value;
    else if (fault || !names.includes(name)) {
      part.file.resume();
      fault ??= new IntakeRefusal(400, 'malformed', `${name}: is not a picture of this call`);
    } else {
      pictures[name] = await buffer(readableFile(part.file));
      if (part.file.truncated) fault = new IntakeRefusal(413, 'too_large', `${name}: is larger than ${pictureBytes} bytes`);
    }
  }
  if (fault) throw fault;
  return { fields, pictures };
}

/** Parts as they come. @throws IntakeRefusal 400 where the body is no multipart, or breaks off: its sender's fault and not ours. */
export async function* readableParts(
  request: FastifyRequest,
  options?: Parameters<FastifyRequest['parts']>[0],
): AsyncGenerator<Multipart, void, undefined> {
  try {
    yield* request.parts(options);
  } catch (error) {
    throw unreadable(error);
  }
}

/** A part's bytes. Who reads them to a failure does not destroy the connection behind them. @throws IntakeRefusal 400 as above. */
export async function* readableFile(file: Readable): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw unreadable(error);
  }
}

/** What the parser says without a status is told of the body's form; its limits have a status of their own. */
function unreadable(error: unknown): unknown {
  const isOfForm = error instanceof Error && !('statusCode' in error) && !('code' in error);
  return isOfForm ? new IntakeRefusal(400, 'malformed', 'the body cannot be read') : error;
}

export function assertMultipart(request: FastifyRequest): void {
  if (!request.isMultipart()) throw new IntakeRefusal(415, 'type', 'multipart/form-data is expected');
}

/** Without a prototype: a field may be called anything. */
export function fieldRecord<Value>(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>;
}

export function givenTwice(name: string): IntakeRefusal {
  return new IntakeRefusal(400, 'malformed', `${name}: was given twice`);
}
