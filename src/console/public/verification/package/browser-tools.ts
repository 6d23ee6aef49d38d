import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { Gunzip, Inflate, Unzlib } from 'fflate';
import { createSHA256, createSHA512, type IHasher } from 'hash-wasm';
import { createSm3 } from '../../../../domain/proof/guomi/sm3.ts';
import { InflateFault, type FileHash, type InflateFrame, type RunningHash, type ZipTools } from '../../../../domain/kit/zip/zip-content.ts';

/** The verifier's tools as a browser provides them. */
export const browserTools: ZipTools = { createHash, crc32, inflate };

/** Uses WebAssembly, or JavaScript if it is disabled, as in a browser's lockdown mode (decision 0019). */
async function createHash(algorithm: FileHash): Promise<RunningHash> {
  if (algorithm === 'sha256') return wasmHash(createSHA256).catch(() => sha256.create());
  if (algorithm === 'sha512') return wasmHash(createSHA512).catch(() => sha512.create());
  if (algorithm === 'sha384') return sha384.create();
  return createSm3();
}

async function wasmHash(create: () => Promise<IHasher>): Promise<RunningHash> {
  const state = await create();
  state.init();
  return { update: (bytes) => void state.update(bytes), digest: () => state.digest('binary') };
}

async function* inflate(packed: AsyncIterable<Uint8Array>, frame: InflateFrame): AsyncGenerator<Uint8Array> {
  if (typeof DecompressionStream === 'undefined') return yield* inflateHere(packed, frame);
  const unpacking = new DecompressionStream(formats[frame]);
  const [reader, writer] = [unpacking.readable.getReader(), unpacking.writable.getWriter()];
  let unreadable: Error | null = null;
  const feed = async () => {
    try {
      for await (const chunk of packed) await writer.write(Uint8Array.from(chunk));
      await writer.close();
    } catch (error) {
      // A DOMException means that the file could not be read. The reader reports data that cannot be unpacked.
      if (error instanceof DOMException) unreadable = error;
      await writer.abort(error).catch(() => undefined);
    }
  };
  const feeding = feed();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch (error) {
    await feeding;
    throw unreadable ?? new InflateFault(String(error));
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** For Safari, which has no DecompressionStream before 16.4. Small pieces keep what one of them unpacks to small. */
async function* inflateHere(packed: AsyncIterable<Uint8Array>, frame: InflateFrame): AsyncGenerator<Uint8Array> {
  const unpacked: Uint8Array[] = [];
  const unpacking = new { none: Inflate, zlib: Unzlib, gzip: Gunzip }[frame]((chunk) => void unpacked.push(chunk));
  const push = (piece: Uint8Array, isLast: boolean): Uint8Array[] => {
    try {
      unpacking.push(piece, isLast);
    } catch (error) {
      throw new InflateFault(String(error));
    }
    return unpacked.splice(0);
  };
  for await (const chunk of packed)
    for (let at = 0; at < chunk.length; at += pieceBytes) yield* push(chunk.subarray(at, at + pieceBytes), false);
  yield* push(new Uint8Array(0), true);
}

const pieceBytes = 16_384;
const formats = { none: 'deflate-raw', zlib: 'deflate', gzip: 'gzip' } as const;

/** Source: PKWARE APPNOTE 6.3.10, 4.4.7. */
function crc32(bytes: Uint8Array, before: number): number {
  let rest = ~before;
  for (const byte of bytes) rest = (rest >>> 8) ^ (crcTable[(rest ^ byte) & 0xff] ?? 0);
  return ~rest >>> 0;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});
