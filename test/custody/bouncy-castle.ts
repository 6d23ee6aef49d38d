import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tool } from '../installation/tool.ts';

const jars = ['bcprov', 'bcutil', 'bcpkix'].map((name) => `/usr/share/java/${name}.jar`);
export const java = tool('java');
const compiler = tool('javac');
export const bouncyCastle = tool('Bouncy Castle', 'java', 'javac');

export interface JudgedRecord {
  readonly record: Uint8Array;
  readonly objects: readonly Uint8Array[];
}

/** Bouncy Castle's verdict on each record: `OK <chains> <tokens>` or `REFUSED <why>`. */
export async function judgeRecords(cases: readonly JudgedRecord[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'notary-ers-'));
  try {
    const path = jars.join(':');
    await run(compiler.path, ['-cp', path, '-d', folder, join(import.meta.dirname, 'ErsJudge.java')], '');
    const lines: string[] = [];
    for (const [at, { record, objects }] of cases.entries()) {
      const names = ['record', ...objects.map((_, object) => `object-${object}`)].map((name) => join(folder, `${at}-${name}`));
      for (const [index, bytes] of [record, ...objects].entries()) await writeFile(names[index] ?? '', bytes);
      lines.push(names.join('\t'));
    }
    return (await run(java.path, ['-cp', `${path}:${folder}`, 'ErsJudge'], `${lines.join('\n')}\n`)).trimEnd().split('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A case of `Sm2Judge`: what to verify, and the files, whose paths it gets. */
export interface JudgedSm2 {
  readonly what: 'raw' | 'cms' | 'token' | 'chain';
  readonly files: readonly (Uint8Array | string)[];
}

/** Bouncy Castle's verdict on each case: `OK` or `REFUSED <why>`. */
export async function judgeSm2(cases: readonly JudgedSm2[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'notary-sm2-'));
  try {
    const path = await compiled('Sm2Judge', folder);
    const lines: string[] = [];
    for (const [at, { what, files }] of cases.entries()) {
      const names = files.map((_, file) => join(folder, `${at}-${file}`));
      for (const [index, bytes] of files.entries()) await writeFile(names[index] ?? '', bytes);
      lines.push([what, ...names].join('\t'));
    }
    return (await run(java.path, ['-cp', path, 'Sm2Judge'], `${lines.join('\n')}\n`)).trimEnd().split('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The class path of a compiled program of this folder. */
export async function compiled(name: 'Sm2Judge' | 'Sm2Authority', folder: string): Promise<string> {
  const path = jars.join(':');
  await run(compiler.path, ['-cp', path, '-d', folder, join(import.meta.dirname, `${name}.java`)], '');
  return `${path}:${folder}`;
}

function run(command: string, words: readonly string[], input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, words, { maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) =>
      error ? reject(new Error(`${command}: ${stderr}`)) : resolve(stdout),
    );
    child.stdin?.end(input);
  });
}
