import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { formatDigest, type ArchiveKey } from '../../../../domain/proof/web-archive/archive-digest.ts';
import { archivePaths, trafficFile, type ArchivePath } from '../../../../domain/proof/web-archive/archive-names.ts';
import { formatIndex } from '../../../../domain/proof/web-archive/cdxj.ts';
import { formatDatapackage } from '../../../../domain/proof/web-archive/datapackage.ts';
import { formatPages, type ArchivedPage } from '../../../../domain/proof/web-archive/pages.ts';
import { writeZip } from '../../../platform/zip/zip-writer.ts';
import type { WrittenWarc } from './warc.ts';

/**
 * Writes `capture.wacz` for a WARC. All files are stored uncompressed, so that a player can read single records by offset. The signed
 * digest is the last file.
 * @returns the bytes of the digest, to be timestamped. Source: WACZ 1.1.1; wacz-auth 0.1.0.
 */
export async function writeArchive(path: string, warc: WrittenWarc, page: ArchivedPage, key: ArchiveKey): Promise<Buffer> {
  const created = new Date();
  const index = part(archivePaths.index, formatIndex(warc.index, trafficFile));
  const pages = part(archivePaths.pages, formatPages(page));
  const traffic = { path: archivePaths.traffic, hash: `sha256:${warc.sha256}`, bytes: warc.sizeBytes };
  const datapackage = part(archivePaths.datapackage, formatDatapackage(page, [traffic, index.resource, pages.resource], created));
  const digest = part(archivePaths.digest, formatDigest(datapackage.content, key, created));
  const files = [
    {
      name: archivePaths.traffic,
      sha256: warc.sha256,
      content: (): AsyncIterable<Buffer> => createReadStream(warc.path, { highWaterMark: 262_144 }),
    },
    ...[index, pages, datapackage, digest].map(({ name, content }) => ({ name, content })),
  ];
  await pipeline(writeZip(files, { level: 0, date: created }), createWriteStream(path, { mode: 0o600 }));
  return digest.content;
}

function part(name: ArchivePath, text: string) {
  const content = Buffer.from(text);
  const hash = `sha256:${createHash('sha256').update(content).digest('hex')}`;
  return { name, content, resource: { path: name, hash, bytes: content.length } };
}
