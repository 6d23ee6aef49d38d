import { readPackageFiles, rehashEntries, type PackageFiles } from '../../domain/verify/package-files.ts';
import { readPackageEntries } from '../../domain/verify/wrapping.ts';
import { nodeZipTools as tools } from '../../server/zip/node-zip-tools.ts';
import { withZipFile } from '../../server/zip/zip-file.ts';

/** Reads a package from a file. @throws ZipFault if it is not a zip; the system's error if it cannot be read. */
export async function readPackage(path: string, withSm3: boolean): Promise<PackageFiles> {
  const files = await withZipFile(path, (source) => readPackageFiles(tools, source, { withSm3 }));
  return {
    ...files,
    rehash: async (wanted, algorithms) => withZipFile(path, (source) => rehashEntries(tools, source, { wanted, algorithms })),
    reopen: async (use) => withZipFile(path, async (source) => use(source, (await readPackageEntries(source)).entries)),
  };
}
