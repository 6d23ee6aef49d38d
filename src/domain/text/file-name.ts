/**
 * A name that is safe in an address, in a header and on a disk. Names come from whoever uploaded the file. The result has no path, no
 * control characters and no marks that turn the reading direction (a shown `exe.jpg` that is a `gpj.exe`). It is not hidden, has at most
 * 200 characters with the suffix kept, and is never empty.
 */
export function safeFileName(name: string): string {
  const plain = name.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]/gu, '_');
  // Windows drops dots and blanks at the end; dots in front hide a file, or are a path.
  const shown = shortened(plain)
    .trim()
    .replace(/[. ]+$/, '')
    .replace(/^\.+/, '_');
  return shown === '' ? '_' : shown;
}

function shortened(name: string): string {
  const letters = [...name];
  if (letters.length <= maxLength) return name;
  const suffix = /\.\w{1,10}$/.exec(name)?.[0] ?? '';
  return letters.slice(0, maxLength - suffix.length).join('') + suffix;
}

const maxLength = 200;
