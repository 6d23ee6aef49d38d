import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Header } from './warc.ts';

/** A response as the archive holds it. */
export interface ArchivedResponse {
  readonly status: number;
  /** As sent by the site, except the headers that described how the body was encoded. */
  readonly headers: readonly Header[];
  /** As the page received it. */
  readonly body: Buffer;
}

/** Reads one response record of a WARC that this program wrote. @throws Error if no response record lies at that place. */
export async function readResponse(
  file: FileHandle,
  { offset, length }: { readonly offset: number; readonly length: number },
  maxBytes: number,
): Promise<ArchivedResponse> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  if (bytesRead !== length) throw new Error('the archive ends before its record');
  const record = await promisify(gunzip)(buffer, { maxOutputLength: maxBytes });
  const blockAt = endOfHead(record, 0);
  const bodyAt = endOfHead(record, blockAt);
  const [statusLine = '', ...lines] = record.subarray(blockAt, bodyAt).toString().trimEnd().split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  if (!/^WARC-Type: response$/im.test(record.subarray(0, blockAt).toString()) || Number.isNaN(status))
    throw new Error('the record is no response');
  // Every record ends with two line ends.
  return { status, headers: lines.map(headerOf), body: record.subarray(bodyAt, -4) };
}

function endOfHead(record: Buffer, from: number): number {
  const end = record.indexOf('\r\n\r\n', from);
  if (end < 0) throw new Error('the record has no header');
  return end + 4;
}

function headerOf(line: string): Header {
  const at = line.indexOf(':');
  return { name: line.slice(0, at), value: line.slice(at + 1).trim() };
}
