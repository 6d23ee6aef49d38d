import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const jars = ['bcprov', 'bcutil', 'bcpkix'].map((name) => `/usr/share/java/${name}.jar`);
const java = '/usr/bin/java';
const compiler = '/usr/bin/javac';

/** Why Bouncy Castle cannot judge here; null where it can. */
export const withoutBouncyCastle: string | null = [java, compiler, ...jars].every((path) => existsSync(path))
  ? null
  : 'needs default-jdk-headless and libbcpkix-java of Debian';

export interface JudgedRecord {
  readonly record: Uint8Array;
  readonly objects: readonly Uint8Array[];
}

/** What Bouncy Castle says of each record: `OK <chains> <tokens>` or `REFUSED <why>`. */
export async function judgeRecords(cases: readonly JudgedRecord[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'notary-ers-'));
  try {
    const path = jars.join(':');
    await run(compiler, ['-cp', path, '-d', folder, join(import.meta.dirname, 'ErsJudge.java')], '');
    const lines: string[] = [];
    for (const [at, { record, objects }] of cases.entries()) {
      const names = ['record', ...objects.map((_, object) => `object-${object}`)].map((name) => join(folder, `${at}-${name}`));
      for (const [index, bytes] of [record, ...objects].entries()) await writeFile(names[index] ?? '', bytes);
      lines.push(names.join('\t'));
    }
    return (await run(java, ['-cp', `${path}:${folder}`, 'ErsJudge'], `${lines.join('\n')}\n`)).trimEnd().split('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(command: string, words: readonly string[], input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, words, (error, stdout, stderr) =>
      error ? reject(new Error(`${command}: ${stderr}`)) : resolve(stdout),
    );
    child.stdin?.end(input);
  });
}
