import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/**
 * The client as an integrator has it: only the packed file, installed into an empty folder without a network.
 * Stop it also after a failure.
 */
export async function packedClient() {
  const folder = await mkdtemp(join(tmpdir(), 'notary-integrator-'));
  const built = join(root, 'dist/client');
  const [name = ''] = (await readdir(built)).filter((entry) => entry.endsWith('.tgz'));
  const file = join(built, name);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', file], { cwd: folder });

  const start = (args: readonly string[], environment: Record<string, string>) => {
    const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, HOME: folder, ...environment } });
    const ended: { out: string; error: string } = { out: '', error: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.error += text));
    const end = once(child, 'close').then((): Ended => ({ code: child.exitCode, ...ended }));
    return { child, output: () => ended, end };
  };
  return {
    folder,
    file,
    write: (name: string, text: string | Uint8Array) => writeFile(join(folder, name), text),
    /** Runs a script of the folder. */
    start,
    script: (name: string, environment: Record<string, string> = {}) => start([name], environment).end,
    notary: (words: readonly string[], environment: Record<string, string>) =>
      start(['node_modules/notary-client/notary.js', ...words], environment).end,
    /** The compiler's output for a file of the folder, which has only the package's types. */
    async compile(name: string): Promise<string> {
      const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--types', '', '--lib', 'es2022'];
      const tsc = join(root, 'node_modules/typescript/lib/tsc.js');
      return run(process.execPath, [tsc, ...options, name], { cwd: folder }).then(
        ({ stdout: said }) => said,
        (error: { stdout: string }) => error.stdout,
      );
    },
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}
export type PackedClient = Awaited<ReturnType<typeof packedClient>>;
