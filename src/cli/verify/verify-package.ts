import { type PackageFiles, readPackageFiles, rehashEntries } from '../../domain/proof/verify/package-files.ts';
import { type PackageReport, verifyFiles, type VerifyOptions } from '../../domain/proof/verify/verify-files.ts';
import { readPackageEntries } from '../../domain/proof/verify/wrapping.ts';
import { nodeZipTools as tools } from '../../server/platform/zip/node-zip-tools.ts';
import { withZipFile } from '../../server/platform/zip/zip-file.ts';

/**
 * Checks an evidence package in a file: no network, no database. @throws NoPackage for any other file; ZipFault for a damaged zip; the
 * system's error if unreadable.
 */
export async function verifyPackage(path: string, options: VerifyOptions = {}): Promise<PackageReport> {
  return verifyFiles(await readPackage(path, options.withSm3 ?? false), options);
}

/** Reads a package from a file. @throws NoPackage; ZipFault if it is damaged; the system's error if it cannot be read. */
export async function readPackage(path: string, withSm3: boolean): Promise<PackageFiles> {
  const files = await withZipFile(path, (source) => readPackageFiles(tools, source, { withSm3 }));
  return {
    ...files,
    rehash: async (wanted, algorithms) => withZipFile(path, (source) => rehashEntries(tools, source, { wanted, algorithms })),
    reopen: async (use) =>
      withZipFile(path, async (file) => {
        const { source, entries } = await readPackageEntries(tools, file);
        return use(source, entries);
      }),
  };
}
