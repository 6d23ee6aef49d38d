import { ZipArchive } from 'archiver';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { PackageContents, PackageFile } from './contents.ts';

/**
 * The package as a zip that is written while it is read: no file of the store is held in memory. Nothing is compressed, so that a verifier
 * is as fast as the hash. A stored file that is not what its hash says breaks the download off: a broken package must not look whole.
 */
export function packageZip({ files, keptAt }: PackageContents): Readable {
  const archive = new ZipArchive({ store: true });
  const fail = (error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error)));
  // However often it fails on its way to its end: who reads it is told once.
  archive.on('error', fail);
  void write(archive, files, keptAt).catch(fail);
  return archive;
}

async function write(archive: ZipArchive, files: readonly PackageFile[], date: Date): Promise<void> {
  let open: Readable | null = null;
  // A download that is broken off ends the reading.
  archive.once('close', () => open?.destroy());
  for (const file of files) {
    if (archive.destroyed) return;
    open = Readable.from(checked(file));
    archive.append(open, { name: file.name, date });
    await closed(open);
  }
  if (!archive.destroyed) await archive.finalize();
}

async function* checked(file: PackageFile): AsyncGenerator<Buffer> {
  const source = await file.open();
  const hash = createHash('sha256');
  for await (const chunk of Buffer.isBuffer(source) ? [source] : source) {
    hash.update(chunk as Buffer);
    yield chunk as Buffer;
  }
  if (hash.digest('hex') !== file.sha256) throw new Error(`${file.name} is not what it was kept as: ${file.sha256}`);
}

/** Resolves once the whole entry was read, or the archive is no more. @throws what its reading failed with. */
function closed(stream: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('close', resolve).once('error', reject);
  });
}
