import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { FileSource, NamedFile } from '../contract/values.ts';

/** A file that can be sent. */
export interface OpenableFile {
  readonly name: string;
  readonly mediaType: string;
  /** Null for a stream. */
  readonly sizeBytes: number | null;
  /** Whether `read` may be called again. */
  readonly isRepeatable: boolean;
  read(): AsyncIterable<Uint8Array>;
}

/** @throws the system's error if a path cannot be read. */
export async function openFile(source: FileSource): Promise<OpenableFile> {
  const { content, name, mediaType }: NamedFile = isNamed(source) ? source : { content: source };
  const called = name ?? (typeof content === 'string' ? basename(content) : 'file');
  const type = mediaType ?? mediaTypes[extname(called).toLowerCase()] ?? 'application/octet-stream';
  const common = { name: called, mediaType: type };
  if (typeof content === 'string') {
    const { size: sizeBytes } = await stat(content);
    return { ...common, sizeBytes, isRepeatable: true, read: () => createReadStream(content, { highWaterMark: readBytes }) };
  }
  if (content instanceof Uint8Array) return { ...common, sizeBytes: content.length, isRepeatable: true, read: () => once(content) };
  return { ...common, sizeBytes: null, isRepeatable: false, read: () => content };
}

/** Reads bytes `[start, start + length)` of a file, for an upload in chunks. @throws the system's error. */
export async function readPiece(content: string | Uint8Array, start: number, length: number): Promise<Uint8Array> {
  if (typeof content !== 'string') return content.subarray(start, start + length);
  const file = await open(content);
  try {
    const piece = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await file.read(piece, filled, length - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return piece.subarray(0, filled);
  } finally {
    await file.close();
  }
}

export function isNamed(source: FileSource): source is NamedFile {
  return typeof source === 'object' && 'content' in source;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const readBytes = 256 * 1024;
const mediaTypes: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.wav': 'audio/wav',
  '.txt': 'text/plain',
  '.html': 'text/html',
  '.json': 'application/json',
  '.zip': 'application/zip',
};
