import { recordPath } from '../../../../contract/open/record-path.ts';
import { maxRecordBytes } from '../../../../domain/proof/records/evidence-record.ts';
import type { PackageReport } from '../../../../domain/proof/verify/verify-files.ts';
import { HashCancelled } from '../hash-file.ts';
import type { PackageMessage, PackageRequest } from './package-worker.ts';

export interface CheckedPackage {
  readonly report: PackageReport;
  /** Whether the office's newest evidence record replaced the package's own. */
  readonly isRenewed: boolean;
  /** Whether it carries the key of another office than the page's. */
  readonly isOthers: boolean;
}

/** A zip that is no evidence package, and in Chinese why. */
export interface OtherZip {
  readonly why: string;
  /** It is a package that cannot be read, for example an encrypted one. */
  readonly isDamaged: boolean;
}

interface Given {
  readonly logKey: string | null;
  readonly allowSandbox: boolean;
}

/**
 * Checks a package of any size in a worker, with the same functions as the command. Only the number of a package of this office leaves
 * the device, to fetch the newest evidence record. @throws HashCancelled; Error in Chinese.
 */
export function verifyPackage(
  file: File,
  given: Given,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (bytes: number) => void },
): Promise<CheckedPackage | OtherZip> {
  const worker = new Worker(new URL('./package-worker.ts', import.meta.url), { type: 'module' });
  const ask = (request: PackageRequest) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
    worker.postMessage(request);
  return new Promise<CheckedPackage | OtherZip>((resolve, reject) => {
    let [isRenewed, isOthers] = [false, false];
    signal.addEventListener('abort', () => reject(new HashCancelled()));
    worker.addEventListener('error', () => reject(new Error('核验程序没有加载，请刷新后重试')));
    worker.addEventListener('message', ({ data }: MessageEvent<PackageMessage>) => {
      if (data.kind === 'progress') return onProgress(data.bytes);
      if (data.kind === 'no-package') return resolve({ why: data.why, isDamaged: data.isDamaged });
      if (data.kind === 'failed') return reject(new Error(data.why));
      if (data.kind === 'judged') return resolve({ report: data.report, isRenewed, isOthers });
      isOthers = data.isOthers;
      return void judge(data.number);
    });
    const judge = async (number: string | null) => {
      const renewedRecord = await newestRecord(number, signal);
      isRenewed = renewedRecord !== undefined;
      ask({ kind: 'judge', ...given, renewedRecord });
    };
    ask({ kind: 'read', file, logKey: given.logKey });
  }).finally(() => worker.terminate());
}

/** The newest record, which is judged like the package's own; undefined without a network or if there is none. */
async function newestRecord(number: string | null, signal: AbortSignal): Promise<Uint8Array | undefined> {
  if (number === null) return undefined;
  try {
    const reply = await fetch(recordPath(number), { credentials: 'omit', signal });
    const bytes = reply.status === 200 ? new Uint8Array(await reply.arrayBuffer()) : undefined;
    return bytes && bytes.length <= maxRecordBytes ? bytes : undefined;
  } catch {
    return undefined; // The package's own record is checked then.
  }
}
