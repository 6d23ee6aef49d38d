import { encodeForm, type Envelope } from '../../../contract/wire.ts';
import { limits } from '../../../domain/business/codes/limits.ts';
import { effects } from './effects.ts';
import type { FieldsOf, PathOf, ReplyOf } from './call.ts';
import { readEnvelope, TransportError } from './request.ts';
import { newTraceparent } from './traceparent.ts';
import { settle } from './verdict.ts';

interface Options {
  /** Receives the sent share, from 0 to 1. */
  readonly progress: (share: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends a file as the multipart part `file` after the call's fields, without a time limit while bytes move. Quiet, because the screen shows
 * the progress. Uses XMLHttpRequest, because fetch reports no upload progress. Rejects as the other calls do.
 */
export async function uploadFile<P extends PathOf<'POST'>>(
  path: P,
  fields: FieldsOf<'POST', P>,
  file: Blob,
  options: Options,
): Promise<ReplyOf<'POST', P>> {
  const token = effects().currentToken();
  const form = new FormData();
  for (const [name, value] of encodeForm(fields)) form.append(name, value);
  form.append('file', file);
  const reply = await sendForm(path, form, token, options);
  return settle(reply, token, effects(), { quiet: true }) as ReplyOf<'POST', P>; // the wire is parsed here
}

function sendForm(path: string, form: FormData, token: string, { progress, signal }: Options): Promise<Envelope> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let quiet: ReturnType<typeof setTimeout> | undefined;
    // Without this, a silently broken connection would be waited for forever.
    const moved = () => {
      clearTimeout(quiet);
      quiet = setTimeout(() => {
        reject(new TransportError('timeout'));
        request.abort();
      }, limits.requestTimeoutMs);
    };
    const fail = (kind: TransportError['kind']) => () => reject(new TransportError(kind));
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      moved();
      progress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('loadend', () => clearTimeout(quiet));
    request.addEventListener('error', fail('network'));
    request.addEventListener('abort', fail('aborted'));
    request.addEventListener('load', () => {
      try {
        resolve(readEnvelope(request.responseText));
      } catch (error) {
        reject(error);
      }
    });
    const stop = () => request.abort();
    signal.addEventListener('abort', stop);
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop));
    request.open('POST', path);
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.setRequestHeader('traceparent', newTraceparent());
    moved();
    request.send(form);
  });
}
