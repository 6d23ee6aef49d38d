import { packageNames } from '../../domain/evidence/package-names.ts';

/**
 * Whether a file is an evidence package, even a damaged one: a zip whose directory, at the end of the file, has names that no other zip
 * has. Reads only the signature and that end.
 */
export async function isPackage(file: Blob): Promise<boolean> {
  const [start, end] = await Promise.all([file.slice(0, 4).text(), file.slice(Math.max(0, file.size - listBytes)).text()]).catch(
    () => ['', ''] as const,
  );
  return start === 'PK\u0003\u0004' && [packageNames.sumsSignature, packageNames.proof].some((name) => end.includes(name));
}

/** Fits the directory entries of about five hundred files. */
const listBytes = 65_536;
