import { hexToBytes } from '@noble/hashes/utils.js';
import { isOfficeFile, packageNames as names } from '../evidence/package-names.ts';
import { hashWith, type DigestAlgorithm } from '../records/digest-algorithms.ts';
import type { EvidenceRecord } from '../records/evidence-record.ts';
import type { DataObject } from '../records/verify-record.ts';
import type { PackageFiles } from './package-files.ts';

/** The objects that a record must cover, taken from the package's files. They are read again if a chain uses another hash than SHA-256. */
export async function recordObjects(record: EvidenceRecord, { small, digests, rehash }: PackageFiles): Promise<DataObject[]> {
  const files = [...digests.values()].filter(({ name }) => !isOfficeFile(name));
  const algorithms = new Set(record.chains.map(({ stamps }) => stamps[0]?.algorithm));
  const others = (['sha384', 'sha512'] as const).filter((algorithm) => algorithms.has(algorithm));
  const hashes = others.length === 0 ? new Map<string, Uint8Array>() : await rehash(new Set(files.map(({ name }) => name)), others);
  const manifest = small.get(names.manifest) ?? new Uint8Array(0);
  return [
    { name: names.manifest, hash: (algorithm) => hashWith[algorithm](manifest) },
    ...files.map(({ name, sha256 }) => ({
      name,
      hash: (algorithm: DigestAlgorithm) => (algorithm === 'sha256' ? hexToBytes(sha256) : (hashes.get(`${algorithm}/${name}`) ?? null)),
    })),
  ];
}
