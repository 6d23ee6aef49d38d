import { randomBytes } from 'node:crypto';
import type { OpenableFile } from './file-source.ts';

export interface MultipartBody {
  readonly contentType: string;
  /** Null if a file is a stream of unknown length. */
  readonly sizeBytes: number | null;
  read(onFileBytes: (field: string, bytes: Uint8Array) => void): AsyncIterable<Uint8Array>;
}

/** A multipart body: first the fields, then the files in order. Files are streamed and never held in memory as a whole. */
export function multipartBody(
  fields: Readonly<Record<string, string>>,
  files: readonly (readonly [field: string, file: OpenableFile])[],
): MultipartBody {
  const boundary = `notary-${randomBytes(16).toString('hex')}`;
  const texts = Object.entries(fields).map(([name, text]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${text}\r\n`),
  );
  const parts = files.map(([field, file]) => ({ field, file, head: Buffer.from(partHead(boundary, field, file)) }));
  const end = Buffer.from(`--${boundary}--\r\n`);
  const sizes = [...texts.map(({ length }) => length), ...parts.map(({ head, file }) => partBytes(head, file)), end.length];
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    sizeBytes: sizes.reduce<number | null>((sum, size) => (sum === null || size === null ? null : sum + size), 0),
    async *read(onFileBytes) {
      yield* texts;
      for (const { field, file, head } of parts) {
        yield head;
        for await (const bytes of file.read()) {
          onFileBytes(field, bytes);
          yield bytes;
        }
        yield lineEnd;
      }
      yield end;
    },
  };
}

function partHead(boundary: string, field: string, { name, mediaType }: OpenableFile): string {
  return (
    `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(field)}"; filename="${quoted(name)}"\r\n` +
    `Content-Type: ${mediaType}\r\n\r\n`
  );
}

function partBytes(head: Buffer, { sizeBytes }: OpenableFile): number | null {
  return sizeBytes === null ? null : head.length + sizeBytes + lineEnd.length;
}

/** Escapes a name in a part's header as browsers do (HTML, *multipart/form-data encoding algorithm*). */
function quoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

const lineEnd = Buffer.from('\r\n');
