import { ApkFault } from './apk-fault.ts';
import { readManifest, type ApkFacts } from './manifest.ts';
import { readApkEntry, type RandomAccess } from './apk-entry.ts';

export type { ApkFacts };

/**
 * Reads the facts of an Android package: a zip with one binary AndroidManifest.xml at its root. Unpacks only that file, at most 4 MiB.
 * @throws ApkFault
 */
export async function readApk(file: RandomAccess): Promise<ApkFacts> {
  const bytes = await readApkEntry(file, 'AndroidManifest.xml', manifestBytes);
  if (!bytes) throw new ApkFault('缺少 AndroidManifest.xml');
  return readManifest(bytes);
}

const manifestBytes = 4 * 1024 * 1024;
