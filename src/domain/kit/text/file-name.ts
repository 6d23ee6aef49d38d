import { visibleLine } from './visible-text.ts';

/**
 * Makes an uploader's file name safe for addresses, headers and disks. The result has no path, no control characters, no bidirectional
 * marks (which can make `gpj.exe` look like `exe.jpg`) and nothing that shows nothing, and Windows can write it. It is not a hidden file,
 * has at most 200 characters including the suffix, and is never empty.
 */
export function safeFileName(name: string): string {
  const plain = visibleLine(name.replace(/\p{Surrogate}/gu, '\ufffd')).replace(/[␣/\\:*?"<>|]/gu, '_');
  // Windows drops trailing dots and blanks; leading dots hide a file or form a path.
  const shown = shortened(plain)
    .trim()
    .replace(/[. ]+$/, '')
    .replace(/^\.+(?=\.\w{1,10}$)|^\.+/, '_');
  return shown === '' || devices.test(shown) ? `_${shown}` : shown;
}

/** What Windows opens as a device, with any suffix. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

function shortened(name: string): string {
  const letters = [...name];
  if (letters.length <= maxLength) return name;
  const suffix = /\.\w{1,10}$/.exec(name)?.[0] ?? '';
  return letters.slice(0, maxLength - suffix.length).join('') + suffix;
}

const maxLength = 200;

/** The name alone of a name that may come with its path, as browsers and cameras of other systems send it; empty for a folder. */
export function lastPart(name: string): string {
  const last = /[^/\\]*$/.exec(name)?.[0] ?? '';
  return last === '.' || last === '..' ? '' : last;
}
