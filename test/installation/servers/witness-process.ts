import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '../../..');

/**
 * Bundles the witness as it is distributed: one file without dependencies except Node. @returns its path, and a function that removes it.
 */
export async function bundleWitness(): Promise<{ path: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(root, 'node_modules/.witness-'));
  await build({ configFile: join(root, 'vite.witness.config.ts'), root, logLevel: 'error', build: { outDir: folder } });
  return { path: join(folder, 'witness.mjs'), remove: () => rm(folder, { recursive: true, force: true }) };
}

export interface RunningWitness {
  readonly child: ChildProcess;
  readonly url: string;
  /** The keys of its start lines `Key: …`. */
  readonly vkeys: readonly string[];
  readonly output: () => string;
  /** Sends a signal and waits until it has ended. @returns exit code or signal. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals | null>;
}

/** Starts a witness and waits until it listens. @throws with its output if it ends instead. */
export async function startWitness(
  bundle: string,
  words: readonly string[],
  { env = {}, preload }: { readonly env?: NodeJS.ProcessEnv; readonly preload?: string } = {},
): Promise<RunningWitness> {
  const flags = preload === undefined ? [] : ['--import', preload];
  const child = spawn(process.execPath, [...flags, bundle, ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const stop = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    }
    return child.exitCode ?? child.signalCode;
  };
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Witness listening on ')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', (code) => reject(new Error(`the witness ended with ${code}: ${output}`)));
  });
  return {
    child,
    url: /Witness listening on (\S+)/.exec(output)?.[1] ?? '',
    vkeys: [...output.matchAll(/^Key: (\S+)$/gm)].map(([, vkey]) => vkey ?? ''),
    output: () => output,
    stop,
  };
}
