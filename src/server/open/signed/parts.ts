import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { unknownField, type InputFault } from '../../../contract/open/faults.ts';
import { nearestName } from '../../../domain/kit/text/nearest-name.ts';
import { BrokenBody } from '../../platform/http/body-text.ts';
import { isOfForm, partsOf } from '../../platform/http/multipart-text.ts';
import { IntakeRefusal } from './refusal.ts';

export const pictureBytes = 10 * 1024 * 1024;

/**
 * Reads a multipart body of fields and small pictures, to its end even if it has faults, because an unread body would block the connection.
 */
export async function readPictures(
  request: FastifyRequest,
  names: readonly string[],
): Promise<{ fields: Record<string, unknown>; pictures: Record<string, Buffer>; faults: InputFault[] }> {
  assertMultipart(request);
  assertDeclared(request, names.length * pictureBytes, names.join(', '));
  const fields = fieldRecord<unknown>();
  const pictures = fieldRecord<Buffer>();
  const faults: InputFault[] = [];
  let tooLarge: IntakeRefusal | null = null;
  for await (const part of partsOf(request)) {
    const name = part.fieldname;
    const isTwice = name in fields || name in pictures;
    if (isTwice) faults.push(givenTwice(name));
    if (part.type === 'field') {
      if (names.includes(name)) faults.push(noFile(name));
      else fields[name] = part.value;
    } else if (tooLarge || isTwice || !names.includes(name)) {
      part.file.resume();
      if (!isTwice && !names.includes(name)) faults.push(unknownField(name, nearestName(name, names), 'picture'));
    } else {
      pictures[name] = await buffer(readableFile(part.file));
      if (part.file.truncated) tooLarge = new IntakeRefusal(413, 'too_large', `${name}: is larger than ${pictureBytes} bytes`);
    }
  }
  if (tooLarge) throw tooLarge;
  return { fields, pictures, faults };
}

/** Yields a part's bytes. A reader that stops early does not destroy the connection. @throws BrokenBody if the body ends before. */
export async function* readableFile(file: Readable): AsyncGenerator<Buffer, void, undefined> {
  let bytes = 0;
  try {
    for await (const chunk of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    throw isOfForm(error)
      ? new BrokenBody(`the body: ends within its file, after ${bytes} bytes of it, without the line that ends it`)
      : error;
  }
}

/** Refuses a body by its Content-Length, before any byte is read. @throws IntakeRefusal 413 */
export function assertDeclared({ headers }: Pick<FastifyRequest, 'headers'>, maxBytes: number, name: string): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes + multipartBytes)
    throw new IntakeRefusal(413, 'too_large', `${name}: is larger than ${maxBytes} bytes`);
}

/** More than all fields of a call and the lines between its parts. */
const multipartBytes = 1_048_576;

export function assertMultipart(request: FastifyRequest): void {
  if (!request.isMultipart()) throw new IntakeRefusal(415, 'type', 'multipart/form-data is expected');
}

/** A record without a prototype, because a field may have any name. */
export function fieldRecord<Value>(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>;
}

export function givenTwice(field: string): InputFault {
  return { field, message: 'was given twice' };
}

/** A part without `filename` is a field. */
export function noFile(field: string): InputFault {
  return { field, message: 'must be a file, a part with a filename' };
}
