import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyPackage } from '../../../../src/cli/verify/verify-package.ts';
import { dossierRules, type LineName } from '../../../../src/domain/proof/dossier/lines/registry.ts';
import type { Finding } from '../../../../src/domain/proof/dossier/line.ts';
import type { PackageReport } from '../../../../src/domain/proof/verify/verify-files.ts';
import { readExactZip } from '../../../../src/domain/kit/zip/exact-zip.ts';
import { entryBytes } from '../../../../src/server/platform/zip/zip-content.ts';
import { withZipFile } from '../../../../src/server/platform/zip/zip-file.ts';
import { zipOf } from '../../zip.ts';
import type { Files } from './mutation-tools.ts';

/** A folder in which packages are unpacked, reassembled and verified. */
export async function packageFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'notary-packages-'));
  let serial = 0;
  async function written(bytes: Buffer): Promise<string> {
    const path = join(folder, `${(serial += 1)}.zip`);
    await writeFile(path, bytes);
    return path;
  }
  return {
    unpacked: async (zip: Buffer): Promise<Files> =>
      withZipFile(await written(zip), async (source) => {
        const files = new Map<string, Buffer>();
        for (const entry of await readExactZip(source)) files.set(entry.name, (await entryBytes(source, entry)).value);
        return files;
      }),
    async verified(files: Files): Promise<PackageReport> {
      const path = await written(zipOf([...files].map(([name, bytes]) => ({ name, bytes }))));
      const report = await verifyPackage(path);
      await rm(path);
      return report;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
export type PackageFolder = Awaited<ReturnType<typeof packageFolder>>;

export type Findings = Partial<Record<LineName, Finding>>;

/** The finding of each line of the dossier, by its name. */
export function findingsOf({ dossier }: PackageReport): Findings {
  return Object.fromEntries(dossier.lines.map(({ 审查要点, 结论 }) => [names.get(审查要点) ?? 审查要点, 结论]));
}

const names = new Map(Object.entries(dossierRules).map(([name, { question }]) => [question, name]));
