import { packageNames } from '../../domain/evidence/package-names.ts';

/**
 * Whether a file is an evidence package, or what is left of one: a zip whose list of files, which stands at its end, has names that no
 * other zip has. Reads that end alone.
 */
export async function isPackage(file: Blob): Promise<boolean> {
  const [start, end] = await Promise.all([file.slice(0, 4).text(), file.slice(Math.max(0, file.size - listBytes)).text()]).catch(
    () => ['', ''] as const,
  );
  return start === 'PK\u0003\u0004' && [packageNames.sumsSignature, packageNames.proof].some((name) => end.includes(name));
}

/** Room for the entries of some five hundred files. */
const listBytes = 65_536;
