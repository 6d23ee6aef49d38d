import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A font of this machine. */
export interface InstalledFont {
  readonly file: string;
  /** In a collection of fonts. */
  readonly index: number;
  readonly postscriptName: string;
}

/** The installed fonts that claim the character, in one order on every machine. None where fontconfig is not installed. */
export async function installedFonts(codePoint: number): Promise<InstalledFont[]> {
  listed ??= list();
  const fonts = await listed;
  return fonts.filter(({ ranges }) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last));
}

interface ListedFont extends InstalledFont {
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

async function list(): Promise<ListedFont[]> {
  const format = '%{file}\t%{index}\t%{postscriptname}\t%{charset}\n';
  // Bitmaps, such as those of coloured pictographs, cannot be drawn in a document.
  const asked = ['-f', format, ':scalable=true:color=false'];
  const output = await promisify(execFile)('fc-list', asked, { timeout: 10_000, maxBuffer: 64 << 20 }).catch(() => ({ stdout: '' }));
  return output.stdout
    .split('\n')
    .flatMap((line) => listedFont(line) ?? [])
    .toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.index - b.index));
}

function listedFont(line: string): ListedFont | null {
  const [file, index, postscriptName, charset] = line.split('\t');
  // The upper half of an index names an instance of a variable font.
  if (!file || !postscriptName || !charset || Number(index) > 0xffff) return null;
  const ranges = charset.split(' ').map((range) => {
    const [first = '', last = first] = range.split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
  return { file, index: Number(index), postscriptName, ranges };
}

let listed: Promise<ListedFont[]> | undefined;
