import { parseManifest } from '../../../domain/evidence/manifest.ts';
import { packageNames as names } from '../../../domain/evidence/package-names.ts';
import { readPackageFiles, type PackageFiles } from '../../../domain/verify/package-files.ts';
import { verifyFiles, type PackageReport } from '../../../domain/verify/verify-files.ts';
import { ZipFault } from '../../../domain/zip/zip-records.ts';
import { fileFault } from '../file-fault.ts';
import { blobSource } from './blob-source.ts';
import { browserTools } from './browser-tools.ts';

/** Requests to the worker: first the package, then what to judge it by. The worker itself has no network access (decision 0019). */
export type PackageRequest =
  | { readonly kind: 'read'; readonly file: File }
  | {
      readonly kind: 'judge';
      /** Log key of the office that serves the page; undefined if unavailable. */
      readonly logKey: string | undefined;
      readonly allowSandbox: boolean;
      /** The office's newest evidence record for the number; undefined if unavailable. */
      readonly renewedRecord: Uint8Array | undefined;
    };

/** Messages of the worker: bytes read so far, then the number, finally the report, or in Chinese why there is none. */
export type PackageMessage =
  | { readonly kind: 'progress'; readonly bytes: number }
  | { readonly kind: 'read'; readonly number: string | null }
  | { readonly kind: 'judged'; readonly report: PackageReport }
  | { readonly kind: 'failed'; readonly why: string };

let reading: Promise<PackageFiles> | null = null;

addEventListener('message', ({ data }: MessageEvent<PackageRequest>) => {
  answer(data).catch((error: unknown) => send({ kind: 'failed', why: reasonOf(error) }));
});

async function answer(request: PackageRequest): Promise<void> {
  // Browsers withhold `crypto.subtle` from pages without a secure connection.
  if ((crypto.subtle as SubtleCrypto | undefined) === undefined) return send({ kind: 'failed', why: insecureText });
  if (request.kind === 'read') {
    let read = 0;
    const progress = (bytes: number) => send({ kind: 'progress', bytes: (read += bytes) });
    reading = readPackageFiles(browserTools, blobSource(request.file), { withSm3: false, progress });
    return send({ kind: 'read', number: numberOf(await reading) });
  }
  if (!reading) throw new Error('no package was read');
  const { logKey, allowSandbox, renewedRecord } = request;
  send({ kind: 'judged', report: await verifyFiles(await reading, { logKey, allowSandbox, renewedRecord }) });
}

function numberOf({ small }: PackageFiles): string | null {
  const manifest = parseManifest(small.get(names.manifest) ?? new Uint8Array(0));
  return manifest.ok ? manifest.value.number : null;
}

function reasonOf(error: unknown): string {
  return error instanceof ZipFault ? `不是可读的证据包：${error.message}` : fileFault(error);
}

function send(message: PackageMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker posts only to its own page
  postMessage(message);
}

const insecureText = '本页不是通过安全连接打开的，浏览器因此不能核对签名；请用离线验证程序核对整个证据包。';
