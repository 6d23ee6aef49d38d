/**
 * Makes an uploader's file name safe for addresses, headers and disks. The result has no path, no control characters and no bidirectional
 * marks (which can make `gpj.exe` look like `exe.jpg`). It is not a hidden file, has at most 200 characters including the suffix, and is
 * never empty.
 */
export function safeFileName(name: string): string {
  const plain = name.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]/gu, '_');
  // Windows drops trailing dots and blanks; leading dots hide a file or form a path.
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
