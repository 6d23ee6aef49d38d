import { setTimeout as sleep } from 'node:timers/promises';
import { maxEntryBytes } from '../../domain/proof/tlog/entry-bundle.ts';
import { tileWidth } from '../../domain/proof/tlog/tiles.ts';
import { CommandError } from '../lib/command.ts';

/** Another office's log, read over HTTP (C2SP tlog-tiles). */
export interface RemoteLog {
  readonly prefix: string;
  /** The file at a path below the prefix; null if there is none. @throws CommandError after three attempts. */
  read(path: string): Promise<Uint8Array | null>;
}

/** @param address of the office, or of the log itself if it has a path. @throws CommandError for a malformed address. */
export function remoteLog(address: string): RemoteLog {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new CommandError(`${address}: expected the office's address, such as https://notary.example`);
  const url = new URL(address);
  const path = url.pathname.replace(/\/+$/, '');
  const prefix = `${url.origin}${path === '' ? '/log' : path}`;
  return { prefix, read: (file) => readTwice(`${prefix}/${file}`) };
}

async function readTwice(url: string): Promise<Uint8Array | null> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await readOnce(url);
    if (typeof answer !== 'string') return answer;
    if (attempt === attempts) throw new CommandError(`${url}: ${answer}. What was copied stays; the next run goes on from there.`);
    await sleep(attempt * pauseMs);
  }
}

/** A string is the reason why there was no usable answer. */
async function readOnce(url: string): Promise<Uint8Array | null | string> {
  try {
    const reply = await fetch(url, { redirect: 'follow', signal: AbortSignal.timeout(timeoutMs) });
    if (reply.status === 404) {
      await reply.body?.cancel();
      return null;
    }
    if (reply.status !== 200) {
      await reply.body?.cancel();
      return `HTTP ${reply.status}`;
    }
    const chunks: Uint8Array[] = [];
    let sizeBytes = 0;
    for await (const chunk of reply.body ?? []) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxFileBytes) return `more than ${maxFileBytes} bytes`;
      chunks.push(chunk);
    }
    return new Uint8Array(Buffer.concat(chunks));
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}

const attempts = 3;
const pauseMs = 500;
const timeoutMs = 30_000;
/** Size of the largest possible entry bundle. */
const maxFileBytes = tileWidth * (maxEntryBytes + 2);
