import type { ByteSource } from './byte-source.ts';

/** The line of a text that holds the byte at an offset; null for bytes that are no text. UTF-16 is known by its byte order mark. */
export async function partOfText(
  source: ByteSource,
  offset: number,
  head: Uint8Array,
): Promise<{ readonly name: string; readonly line: number | null } | null> {
  const wide = wideOf(head);
  const around = await source.read(Math.max(0, offset - 512), 1024);
  if (wide === null && [head, around].some((bytes) => bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27))))
    return null;
  return { name: '文本', line: offset > maxCountedBytes ? null : await lineAt(source, offset, wide) };
}

type Wide = 'little' | 'big' | null;

function wideOf([first, second]: Uint8Array): Wide {
  if (first === 0xff && second === 0xfe) return 'little';
  return first === 0xfe && second === 0xff ? 'big' : null;
}

/** CRLF is one line's end, as is LF or CR alone. */
async function lineAt(source: ByteSource, offset: number, wide: Wide): Promise<number> {
  let [line, before] = [1, 0];
  const width = wide === null ? 1 : 2;
  for (let at = 0; at < offset; at += blockBytes) {
    const block = await source.read(at, Math.min(blockBytes, offset - at));
    for (let i = 0; i + width <= block.length; i += width) {
      const unit = unitAt(block, i, wide);
      if (unit === 13 || (unit === 10 && before !== 13)) line += 1;
      before = unit;
    }
  }
  return line;
}

function unitAt(block: Uint8Array, at: number, wide: Wide): number {
  const [one = 0, two = 0] = [block[at], block[at + 1]];
  if (wide === null) return one;
  return wide === 'little' ? one + two * 256 : one * 256 + two;
}

const blockBytes = 65_536;
const maxCountedBytes = 67_108_864;
