import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tool } from '../tool.ts';

export const go = tool('go', 'golang.org/x/mod');

export interface JudgedNote {
  readonly note: string;
  /** Vkeys. */
  readonly logKey: string;
  readonly cosigner: string;
  readonly old?: { readonly size: number; readonly root: string };
  /** Base64. */
  readonly proof?: readonly string[];
}

export interface TlogJudge {
  /** The verdict of golang.org/x/mod on a note: a line for each valid signature, then `consistent`, or the reason. */
  check(judged: JudgedNote): Promise<readonly string[]>;
  /** A log made with Go: its vkey, and a request for a witness at each size. */
  log(origin: string, sizes: readonly number[]): Promise<{ readonly vkey: string; readonly requests: readonly Uint8Array[] }>;
  remove(): Promise<void>;
}

/** Compiles the Go program. */
export async function compileTlogJudge(): Promise<TlogJudge> {
  const folder = await mkdtemp(join(tmpdir(), 'notary-tlog-'));
  const judge = join(folder, 'judge');
  const env = {
    ...process.env,
    GO111MODULE: 'off',
    GOPATH: '/usr/share/gocode',
    GOCACHE: join(folder, 'cache'),
    GOFLAGS: '',
    CGO_ENABLED: '0',
  };
  await run(go.path, ['build', '-o', judge, join(import.meta.dirname, '../../custody/TlogJudge.go')], '', env);
  return {
    check: async (judged) => (await run(judge, ['check'], JSON.stringify(judged))).toString().trimEnd().split('\n'),
    async log(origin, sizes) {
      const output = await run(judge, ['log', origin, ...sizes.map(String)], '');
      const lineEnd = (from: number) => output.indexOf('\n', from);
      const vkey = output.subarray(0, lineEnd(0)).toString();
      const requests: Uint8Array[] = [];
      for (let at = lineEnd(0) + 1; at < output.length; ) {
        const start = lineEnd(at) + 1;
        const end = start + Number(output.subarray(at, start - 1).toString());
        requests.push(new Uint8Array(output.subarray(start, end)));
        at = end;
      }
      return { vkey, requests };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function run(command: string, words: readonly string[], input: string, env: NodeJS.ProcessEnv = process.env): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, words, { env, encoding: 'buffer', maxBuffer: 64_000_000 }, (error, stdout, stderr) =>
      error ? reject(new Error(`${command}: ${stderr.toString()}`)) : resolve(stdout),
    );
    // A command that needs no input may end before it is written.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}
