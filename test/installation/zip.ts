import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** The size that the zip declares. */
  readonly declared?: number;
  readonly deflated?: boolean;
  /** Extra fields of its header and of its record in the directory. */
  readonly localExtra?: Buffer;
  readonly extra?: Buffer;
  /** Unix mode. */
  readonly mode?: number;
}

/** A zip with any names and sizes, which no honest writer makes. */
export function zipOf(files: readonly ZipFile[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, declared = bytes.length, deflated = false, ...rest } of files) {
    const [rawName, data] = [Buffer.from(name), deflated ? deflateRawSync(bytes) : bytes];
    const figures = Buffer.alloc(22);
    figures.writeUInt16LE(20, 0);
    figures.writeUInt16LE(0x0800, 2);
    figures.writeUInt16LE(deflated ? 8 : 0, 4);
    figures.writeUInt32LE(crc32(bytes), 10);
    figures.writeUInt32LE(data.length, 14);
    figures.writeUInt32LE(declared, 18);
    const { localExtra = Buffer.alloc(0), extra = Buffer.alloc(0), mode = 0 } = rest;
    const lengths = (extraBytes: Buffer) => {
      const both = Buffer.alloc(4);
      both.writeUInt16LE(rawName.length, 0);
      both.writeUInt16LE(extraBytes.length, 2);
      return both;
    };
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), figures, lengths(localExtra), rawName, localExtra, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(mode * 0x10000, 6);
    tail.writeUInt32LE(offset, 10);
    bodies.push(local);
    directory.push(Buffer.from('504b01021400', 'hex'), figures, lengths(extra), tail, rawName, extra);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, list, end]);
}

/** The files of a zip, without its list of hashes, by path. Unpacked and checked with the system's own programs. */
export async function unzipped(bytes: Buffer): Promise<Record<string, Buffer>> {
  const place = await mkdtemp(join(tmpdir(), 'notary-zip-'));
  try {
    const out = join(place, 'out');
    await writeFile(join(place, 'a.zip'), bytes);
    execFileSync('python3', ['-m', 'zipfile', '-e', 'a.zip', 'out'], { cwd: place });
    execFileSync('sha256sum', ['-c', '--strict', 'SHA256SUMS'], { cwd: out });
    const entries = await readdir(out, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile() && entry.name !== 'SHA256SUMS')
      .map((entry) => join(entry.parentPath, entry.name));
    return Object.fromEntries(await Promise.all(paths.map(async (path) => [path.slice(out.length + 1), await readFile(path)] as const)));
  } finally {
    await rm(place, { recursive: true });
  }
}
