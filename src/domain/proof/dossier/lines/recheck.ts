import { mainFile } from '../facts/main-file.ts';
import type { DossierFacts } from '../facts/facts.ts';

/** How to check a line: a command in backticks that a reader can run as it stands, or a step on /verify. */

/** @param command runs in the folder of the unpacked package. @param then what to look at. */
export function run(command: string, then: string): string {
  return `在解压的证据包中执行 \`${command}\`，${then}。`;
}

/** Shows a JSON file for reading. */
export function show(file: string, then: string): string {
  return run(`python3 -m json.tool --no-ensure-ascii ${file}`, then);
}

/** @param label of the verifier's line. */
export function onPage(label: string): string {
  return `在核验网页（/verify）选择整个证据包，“${label}”一行应为通过。`;
}

/** For what no file can show. @param where who can tell. */
export function elsewhere(where: string): string {
  return `${where}。证据包对此说了什么，${onPage('审查说明与按证据包推得的相同')}`;
}

/** The file that the manifest lists in this role, as it is called in the package. */
export function nameOf({ files }: DossierFacts, role: string): string {
  return files.listed.find((file) => file.role === role)?.name ?? 'manifest.json';
}

export function originalOf({ files }: DossierFacts): string {
  return mainFile(files.listed)?.name ?? 'manifest.json';
}
