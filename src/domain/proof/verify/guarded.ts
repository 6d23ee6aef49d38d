import { ZipFault } from '../../kit/zip/zip-records.ts';
import { failed, type Line } from './line.ts';

/**
 * Runs a check over untrusted files. A check that throws is a failed line: a file that no check can take in is not what the office made.
 * @throws the error of a file that cannot be read, which says nothing about the package.
 */
export async function guarded<Result>(
  label: string,
  check: () => Result | Promise<Result>,
  broken: (line: Line) => Result,
): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    if (isReadError(error)) throw error;
    return broken(failed(label, null, '内容异常，检查没有完成'));
  }
}

/** Of the system, of a browser, or of a zip that changed meanwhile. */
export function isReadError(error: unknown): boolean {
  if (error instanceof ZipFault) return true;
  return error instanceof Error && ('syscall' in error || /^Not(?:Readable|Found)Error$/.test(error.name));
}
