import { useEffect, useRef, useState } from 'react';
import { post } from '../../kit/net/call.ts';
import { TransportError } from '../../kit/net/request.ts';
import { uploadFile } from '../../kit/net/upload.ts';
import { uploadPackage, type PackageCalls, type Uploaded } from './upload-package.ts';

export type UploadState =
  | { readonly at: 'empty' }
  | { readonly at: 'uploading'; readonly name: string; readonly share: number; readonly attempt: number }
  | { readonly at: 'done'; readonly file: Uploaded }
  /** `broken` is the file to resume with if the connection failed; null if the upload cannot be resumed. */
  | { readonly at: 'failed'; readonly reason: string; readonly broken: File | null };

/**
 * One upload at a time: a new one, `cancel` or leaving the form ends the current one.
 * @param changed receives the path of the finished upload, and an empty string when another one begins.
 */
export function usePackageUpload(changed: ((path: string) => void) | undefined) {
  const [state, setState] = useState<UploadState>({ at: 'empty' });
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const send = async (file: File) => {
    const own = new AbortController();
    abort.current?.abort();
    abort.current = own;
    changed?.('');
    const uploading = { at: 'uploading', name: file.name, share: 0, attempt: 0 } as const;
    setState(uploading);
    const update = (change: { share?: number; attempt?: number }) => {
      if (!own.signal.aborted) setState((known) => ({ ...(known.at === 'uploading' ? known : uploading), ...change }));
    };
    try {
      const uploaded = await uploadPackage(file, callsOf(own.signal), {
        signal: own.signal,
        progress: (share) => update({ share }),
        retrying: (attempt) => update({ attempt }),
      });
      if (own.signal.aborted) return;
      setState({ at: 'done', file: uploaded });
      changed?.(uploaded.path);
    } catch (error) {
      if (own.signal.aborted) return;
      const reason = error instanceof Error ? error.message : '';
      setState({ at: 'failed', reason, broken: error instanceof TransportError ? file : null });
    }
  };
  const cancel = () => {
    abort.current?.abort();
    setState({ at: 'empty' });
  };
  return { state, send: (file: File) => void send(file), cancel };
}

function callsOf(signal: AbortSignal): PackageCalls {
  const quietOptions = { signal, quiet: true };
  return {
    begin: (name, size, isAnew) => post('/api/upload/begin', { name, size, anew: isAnew ? '1' : '0' }, quietOptions),
    chunk: (upload, offset, sha256, bytes, progress) =>
      uploadFile('/api/upload/piece', { upload, offset, sha256 }, bytes, { signal, progress }),
    finish: (upload) => post('/api/upload/finish', { upload }, quietOptions),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}
