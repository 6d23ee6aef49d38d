import { parseManifest } from '../../../../domain/proof/evidence/manifest.ts';
import { packageNames as names } from '../../../../domain/proof/evidence/package-names.ts';
import { readPackageFiles, type PackageFiles } from '../../../../domain/proof/verify/package-files.ts';
import { isOfOtherOffice, type PackageReport, verifyFiles } from '../../../../domain/proof/verify/verify-files.ts';
import { NoPackage, unreadText } from '../../../../domain/proof/verify/wrapping.ts';
import { ZipFault } from '../../../../domain/kit/zip/zip-records.ts';
import { fileFault } from '../file-fault.ts';
import { blobSource } from './blob-source.ts';
import { browserTools } from './browser-tools.ts';

/** Requests to the worker: first the package, then what to judge it by. The worker itself has no network access (decision 0019). */
export type PackageRequest =
  | {
      readonly kind: 'read';
      readonly file: File;
      /** Log key of the office that serves the page; null if unavailable. */
      readonly logKey: string | null;
    }
  | {
      readonly kind: 'judge';
      readonly logKey: string | null;
      readonly allowSandbox: boolean;
      /** The office's newest evidence record for the number; undefined if unavailable. */
      readonly renewedRecord: Uint8Array | undefined;
    };

/**
 * Messages of the worker: bytes read so far, then the number if the page's office may know it, finally the report; or in Chinese why there
 * is none: the file is no package, or it could not be read.
 */
export type PackageMessage =
  | { readonly kind: 'progress'; readonly bytes: number }
  | { readonly kind: 'read'; readonly number: string | null; readonly isOthers: boolean }
  | { readonly kind: 'judged'; readonly report: PackageReport }
  | { readonly kind: 'no-package'; readonly why: string; readonly isDamaged: boolean }
  | { readonly kind: 'failed'; readonly why: string };

let reading: Promise<PackageFiles> | null = null;

addEventListener('message', ({ data }: MessageEvent<PackageRequest>) => {
  answer(data).catch((error: unknown) => send(obstacleOf(error)));
});

async function answer(request: PackageRequest): Promise<void> {
  // Browsers withhold `crypto.subtle` from pages without a secure connection.
  if ((crypto.subtle as SubtleCrypto | undefined) === undefined) return send({ kind: 'failed', why: insecureText });
  if (request.kind === 'read') {
    let read = 0;
    const progress = (bytes: number) => send({ kind: 'progress', bytes: (read += bytes) });
    reading = readPackageFiles(browserTools, blobSource(request.file), { withSm3: false, progress });
    const files = await reading;
    const isOthers = request.logKey !== null && isOfOtherOffice(files.small, request.logKey);
    return send({ kind: 'read', number: isOthers ? null : numberOf(files), isOthers });
  }
  if (!reading) throw new Error('no package was read');
  const { logKey, allowSandbox, renewedRecord } = request;
  send({ kind: 'judged', report: await verifyFiles(await reading, { pageLogKey: logKey, allowSandbox, renewedRecord }) });
}

function numberOf({ small }: PackageFiles): string | null {
  const manifest = parseManifest(small.get(names.manifest) ?? new Uint8Array(0));
  return manifest.ok ? manifest.value.number : null;
}

/** A zip that cannot be read as a package may still be the evidence, byte for byte. */
function obstacleOf(error: unknown): PackageMessage {
  if (error instanceof NoPackage) return { kind: 'no-package', why: error.message, isDamaged: false };
  if (error instanceof ZipFault) return { kind: 'no-package', why: unreadText(error), isDamaged: true };
  return { kind: 'failed', why: fileFault(error) };
}

function send(message: PackageMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker posts only to its own page
  postMessage(message);
}

const insecureText = '本页不是通过安全连接打开的，浏览器因此不能核对签名；请用离线验证程序核对整个证据包。';
