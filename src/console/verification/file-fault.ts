/**
 * What failed while a file was read, for people. A browser throws a DOMException for a file that is gone or locked; all else is our fault.
 */
export function fileFault(error: unknown): string {
  if (error instanceof DOMException) return '文件无法读取，可能已被移动、改名或者被其他程序占用';
  return '本页的核验程序出错，与文件的内容无关。请换一个浏览器重试，并向出具机构反映';
}
