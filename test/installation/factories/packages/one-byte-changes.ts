import type { DossierLine } from '../../../../src/domain/proof/dossier/line.ts';
import type { PackageFolder } from './package-folder.ts';
import type { Files } from './mutation-tools.ts';

/** A file and a line of the dossier, as `file: question`. */
interface Mismatches {
  /** Lines whose answer changed with the file, and whose 材料 do not name it. */
  readonly unlisted: readonly string[];
  /** Lines whose 材料 name the file, and whose answer changed neither with it nor without it. */
  readonly idle: readonly string[];
}

/**
 * Changes one byte of each file of a package in turn, and compares the lines that change with those that name the file. Lines that are
 * 不涉及 rest on what the package does not have, and are left out of `idle`.
 */
export async function materialMismatches(folder: PackageFolder, files: Files): Promise<Mismatches> {
  const before = await linesOf(folder, files);
  const unlisted: string[] = [];
  const idle: [name: string, line: DossierLine][] = [];
  for (const [name, bytes] of files) {
    const changed = Buffer.from(bytes);
    const at = Math.floor(changed.length / 2);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const after = await linesOf(folder, new Map([...files, [name, changed]]));
    for (const [question, line] of before) {
      const other = after.get(question);
      const isSame = other?.结论 === line.结论 && other.说明 === line.说明;
      if (!isSame && !line.材料.includes(name)) unlisted.push(`${name}: ${question}: ${other?.结论 ?? ''} ${other?.说明 ?? ''}`);
      if (isSame && line.材料.includes(name) && line.结论 !== '不涉及') idle.push([name, line]);
    }
  }
  return { unlisted, idle: await stillIdle(folder, files, idle) };
}

/** Of these, the lines that the loss of the whole file does not change either. */
async function stillIdle(folder: PackageFolder, files: Files, idle: readonly (readonly [string, DossierLine])[]): Promise<string[]> {
  const still: string[] = [];
  for (const lost of new Set(idle.map(([name]) => name))) {
    const after = await linesOf(folder, new Map([...files].filter(([name]) => name !== lost)));
    for (const [name, line] of idle) {
      const other = after.get(line.审查要点);
      if (name === lost && other?.结论 === line.结论 && other.说明 === line.说明) still.push(`${name}: ${line.审查要点}`);
    }
  }
  return still;
}

async function linesOf(folder: PackageFolder, files: Files): Promise<ReadonlyMap<string, DossierLine>> {
  const { dossier } = await folder.verified(files);
  return new Map(dossier.lines.map((line) => [line.审查要点, line]));
}
