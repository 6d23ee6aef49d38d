import { effects } from '../app/effects.ts';
import { currentToken } from '../app/session.ts';
import type { Envelope } from '../../contract/wire.ts';
import type { PathOf, ReplyOf } from './call.ts';
import { readEnvelope, TransportError } from './request.ts';
import { settle } from './verdict.ts';

interface Options {
  /** From 0 to 1, while the bytes go out. */
  readonly progress: (share: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends one file as the multipart part `file`, however long it takes; quiet: its screen says how it goes. XMLHttpRequest, because fetch tells nothing of what has gone out.
 * Rejects as the other calls do.
 */
export async function uploadFile<P extends PathOf<'POST'>>(path: P, file: File, options: Options): Promise<ReplyOf<'POST', P>> {
  const token = currentToken();
  const reply = await sendFile(path, file, token, options);
  return settle(reply, token, effects, { quiet: true }) as ReplyOf<'POST', P>; // the wire is met here
}

function sendFile(path: string, file: File, token: string, { progress, signal }: Options): Promise<Envelope> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (kind: TransportError['kind']) => () => reject(new TransportError(kind));
    request.upload.addEventListener('progress', ({ loaded, total }) => progress(total > 0 ? loaded / total : 0));
    request.addEventListener('error', fail('network'));
    request.addEventListener('abort', fail('aborted'));
    request.addEventListener('load', () => {
      try {
        resolve(readEnvelope(request.responseText));
      } catch (error) {
        reject(error);
      }
    });
    signal.addEventListener('abort', () => request.abort());
    request.open('POST', path);
    request.setRequestHeader('authorization', `Bearer ${token}`);
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}
