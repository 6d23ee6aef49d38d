import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { RawAnswer } from '../contract/values.ts';
import { NotaryUnreachable } from './refusal.ts';

export function rawAnswer(message: IncomingMessage): RawAnswer {
  const length = message.headers['content-length'];
  return {
    state: 'ready',
    mediaType: message.headers['content-type'] ?? 'application/octet-stream',
    sizeBytes: length === undefined ? null : Number(length),
    body: message,
    text: () => text(message).catch(brokeOff),
    saveTo: (path) => saveTo(path, message),
  };
}

/** Writes under a temporary name until the file is complete, so that a file under the final name is never partial. */
async function saveTo(path: string, message: IncomingMessage): Promise<{ sizeBytes: number; sha256: string }> {
  const fresh = `${path}.${randomBytes(4).toString('hex')}.part`;
  const hash = createHash('sha256');
  let sizeBytes = 0;
  try {
    await pipeline(
      message,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          sizeBytes += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(fresh),
    );
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    return message.complete ? Promise.reject(error) : brokeOff(error);
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

function brokeOff(error: unknown): never {
  throw new NotaryUnreachable('the answer broke off', false, error);
}
