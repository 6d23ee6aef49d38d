import { verifyFiles, type PackageReport, type VerifyOptions } from '../../domain/verify/verify-files.ts';
import { readPackage } from './read-package.ts';

/** Checks an evidence package in a file: no network, no database. @throws ZipFault if it is not a zip; the system's error if unreadable. */
export async function verifyPackage(path: string, options: VerifyOptions = {}): Promise<PackageReport> {
  return verifyFiles(await readPackage(path, options.withSm3 ?? false), options);
}
