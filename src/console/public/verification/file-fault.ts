/** What failed while a file was read, for people. All but the browser's errors of files is our fault. */
export function fileFault(error: unknown): string {
  if (error instanceof DOMException && fileErrors.has(error.name)) return '文件无法读取，可能已被移动、改名或者被其他程序占用';
  return '本页的核验程序出错，与文件的内容无关。请换一个浏览器重试，并向出具机构反映';
}

/** Of files that are gone, changed or locked. Cryptography and storage throw a DOMException of other names. Source: File API, 7.1. */
const fileErrors: ReadonlySet<string> = new Set(['NotFoundError', 'NotReadableError', 'SecurityError']);
