import { createHash } from 'node:crypto';
import { packageNames as names } from '../../../domain/evidence/package-names.ts';
import type { DigestAlgorithm } from '../../../domain/records/digest-algorithms.ts';
import type { EvidenceRecord } from '../../../domain/records/evidence-record.ts';
import type { DataObject } from '../../../domain/records/verify-record.ts';
import { readExactZip } from '../../../server/zip/exact-zip.ts';
import { hashEntry } from '../../../server/zip/zip-content.ts';
import { withZipFile } from '../../../server/zip/zip-file.ts';
import type { PackageFiles } from './package-files.ts';

/**
 * The objects that a record is about, by the files of the package themselves. They are read once more where a chain has another hash than
 * SHA-256.
 */
export async function recordObjects(path: string, record: EvidenceRecord, { small, digests }: PackageFiles): Promise<DataObject[]> {
  const ours = new Set<string>(Object.values(names));
  const files = [...digests.values()].filter(({ name }) => !ours.has(name));
  const algorithms = new Set(record.chains.map(({ stamps }) => stamps[0]?.algorithm));
  const others = (['sha384', 'sha512'] as const).filter((algorithm) => algorithms.has(algorithm));
  const hashes = await otherHashes(path, new Set(files.map(({ name }) => name)), others);
  const manifest = small.get(names.manifest) ?? Buffer.alloc(0);
  return [
    { name: names.manifest, hash: (algorithm) => createHash(algorithm).update(manifest).digest() },
    ...files.map(({ name, sha256 }) => ({
      name,
      hash: (algorithm: DigestAlgorithm) =>
        algorithm === 'sha256' ? Buffer.from(sha256, 'hex') : (hashes.get(`${algorithm}/${name}`) ?? null),
    })),
  ];
}

async function otherHashes(
  path: string,
  wanted: ReadonlySet<string>,
  algorithms: readonly ('sha384' | 'sha512')[],
): Promise<ReadonlyMap<string, Buffer>> {
  const hashes = new Map<string, Buffer>();
  if (algorithms.length === 0) return hashes;
  await withZipFile(path, async (source) => {
    for (const entry of await readExactZip(source)) {
      if (!wanted.has(entry.name)) continue;
      for (const algorithm of algorithms) hashes.set(`${algorithm}/${entry.name}`, await hashEntry(source, entry, algorithm));
    }
  });
  return hashes;
}
