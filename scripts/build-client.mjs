import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { checkNode, ensureInstalled } from './prepare.mjs';
import { root, run, runSteps, StepError } from './run.mjs';

/**
 * `npm run build:client`: packs the client and the command `notary` into one file without dependencies, and prints its name (decision
 * 0039). `--out <folder>` writes it there instead of into dist/client.
 */
await runSteps(async () => {
  checkNode();
  await ensureInstalled();
  const at = process.argv.indexOf('--out');
  const out = at < 0 ? join(root, 'dist/client') : resolve(process.argv[at + 1] ?? '.');
  const fresh = mkdtempSync(join(tmpdir(), 'notary-client-'));
  try {
    await bundle(join(fresh, 'package'));
    await declare(join(fresh, 'declared'), join(fresh, 'package/types'));
    console.log(await pack(join(fresh, 'package'), out));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
});

async function bundle(folder) {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = ['build', '--config', 'vite.client.config.ts', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
  await run('Building the client', process.execPath, [vite, ...args], { NODE_ENV: 'production' });
}

/**
 * Writes the compiler's declarations for everything that the entry's types name; those of the calls are already generated from the
 * contract.
 */
async function declare(declared, types) {
  const options = ['--declaration', '--emitDeclarationOnly', '--noEmit', 'false', '--outDir', declared, '--rootDir', join(root, 'src')];
  // A separate project, because files of a project cannot be named on the command line.
  const project = `${declared}.json`;
  const compilerOptions = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };
  const files = [join(root, 'src/client/index.ts')];
  writeFileSync(project, JSON.stringify({ extends: join(root, 'tsconfig.server.json'), include: [], files, compilerOptions }));
  await run('Declaring its types', process.execPath, [join(root, 'node_modules/typescript/lib/tsc.js'), '-p', project, ...options]);
  const fromContract = 'client/contract/calls.d.ts';
  const done = new Set();
  const waiting = ['client/index.d.ts'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (done.has(path)) continue;
    done.add(path);
    const text = readFileSync(join(path === fromContract ? types : declared, path), 'utf8');
    for (const [, target] of text.matchAll(/(?:from|import\()\s*['"]([^'"]+)['"]/g)) {
      if (!target.startsWith('.')) throw new StepError(`${path} asks for the types of ${target}, which the package does not have`);
      waiting.push(join(dirname(path), target.replace(/\.(?:ts|js)$/, '.d.ts')));
    }
    if (path === fromContract) continue;
    mkdirSync(dirname(join(types, path)), { recursive: true });
    writeFileSync(join(types, path), text.replaceAll(/(from\s*['"]\.[^'"]+)\.ts(['"])/g, '$1.js$2'));
  }
}

/** @returns the packed file. npm writes the same bytes for the same files with the same modes, which are not to hang on the umask. */
async function pack(folder, out) {
  mkdirSync(out, { recursive: true });
  execFileSync('chmod', ['-R', 'u+rwX,go+rX,go-w', folder]);
  const packed = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', out], { cwd: folder, encoding: 'utf8' }),
  );
  const [{ filename }] = Array.isArray(packed) ? packed : Object.values(packed);
  rmSync(join(out, 'package'), { recursive: true, force: true });
  cpSync(folder, join(out, 'package.new'), { recursive: true });
  renameSync(join(out, 'package.new'), join(out, 'package'));
  return join(out, filename);
}
