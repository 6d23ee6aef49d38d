import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable as Source, Writable } from 'node:stream';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInTurn } from '../../platform/runtime/in-turn.ts';
import { maxSignatureBytes, Sm2SignerError, type Sm2Signer } from './signer-port.ts';

interface ExecSettings {
  /** The command and its arguments, run without a shell. */
  readonly words: readonly string[];
  /** Limit for the whole run of the process. */
  readonly timeoutMs: number;
}

/**
 * A signer that is a command: it reads the content from standard input, writes the DER signature to standard output and exits with code 0.
 * Its environment has PATH, HOME, the locale and OpenSSL's variables, and none of this server's secrets.
 */
export function execSigner({ words, timeoutMs }: ExecSettings): Sm2Signer {
  const [command = '', ...args] = words;
  const inTurn = createInTurn({ most: mostAtOnce });
  return {
    sign: (content, turn) =>
      inTurn(turn, async () => {
        const child = spawn(command, args, { env: ownEnvironment(), stdio: ['pipe', 'pipe', 'pipe'], detached: true });
        return await answerOf(child, command, content, timeoutMs);
      }),
  };
}

async function answerOf(
  child: ChildProcessByStdio<Writable, Source, Source>,
  command: string,
  content: AsyncIterable<Uint8Array>,
  timeoutMs: number,
): Promise<Uint8Array> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endAll(child);
  }, timeoutMs);
  try {
    const ended = endOf(child);
    const feeding = pipeline(Readable.from(content), child.stdin).then(
      () => null,
      (error: unknown) => error,
    );
    const answer = outputOf(child.stdout, maxSignatureBytes, () => endAll(child));
    const words = outputOf(child.stderr, maxErrorBytes, () => undefined);
    const [code, signature, said] = await Promise.all([ended, answer, words]);
    if (isLate) throw new Sm2SignerError('late', `the SM2 signer gave no signature within ${timeoutMs} ms`);
    const errorText = said.bytes.toString().replaceAll(/\s+/g, ' ').trim();
    if (signature.isTooLong) throw new Sm2SignerError('malformed', `the SM2 signer answered more than ${maxSignatureBytes} bytes`);
    if (code !== 0) throw new Sm2SignerError('failed', `the SM2 signer ended with ${code}${errorText && `: ${errorText}`}`);
    const fault = await feeding;
    if (fault !== null) throw new Sm2SignerError('unreachable', 'the SM2 signer did not take the content', fault);
    if (signature.bytes.length === 0) throw new Sm2SignerError('malformed', 'the SM2 signer answered nothing');
    return Uint8Array.from(signature.bytes);
  } catch (error) {
    endAll(child);
    if (error instanceof Sm2SignerError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Sm2SignerError('unreachable', `the SM2 signer ${command} could not be run: ${reason}`, error);
  } finally {
    clearTimeout(timer);
  }
}

/** Kills the whole process group: a script's children keep its output open. */
function endAll(child: ChildProcessByStdio<Writable, Source, Source>): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
}

/** The exit code, or the signal that ended the process. */
function endOf(child: ChildProcessByStdio<Writable, Source, Source>): Promise<number | string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'no exit code'));
  });
}

interface Output {
  readonly bytes: Buffer;
  readonly isTooLong: boolean;
}

/** Collects at most `maxBytes`. Beyond that it calls `tooLong` for every further chunk and discards the rest. */
async function outputOf(source: Source, maxBytes: number, tooLong: () => void): Promise<Output> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length;
      if (sizeBytes <= maxBytes) chunks.push(chunk);
      else tooLong();
    }
  } catch {
    // The process was killed; its output up to then is still returned.
  }
  return { bytes: Buffer.concat(chunks), isTooLong: sizeBytes > maxBytes };
}

function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(?:PATH|HOME|LANG|LC_ALL|OPENSSL_\w+)$/.test(name)));
}

const mostAtOnce = 4;
const maxErrorBytes = 2048;
