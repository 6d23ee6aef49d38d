import { latin1 } from '../bytes/bytes.ts';
import { viewOf } from './places.ts';

/**
 * Programs that the resources of Photoshop's block in a JPEG name: the writer of the file, and the program of the news fields. Other
 * programs write the block for those fields alone. Sources: Adobe Photoshop File Formats, *Image Resource Blocks*; IPTC-IIM 4.2, 2:65.
 */
export function photoshopPrograms(block: Uint8Array): string[] {
  const programs: string[] = [];
  for (let at = 0; at + 12 <= block.length && latin1(block, at, at + 4) === '8BIM'; ) {
    const name = (block[at + 6] ?? 0) + 1;
    const start = at + 6 + name + (name % 2) + 4;
    if (start > block.length) break;
    const size = viewOf(block).getUint32(start - 4);
    const data = block.subarray(start, start + size);
    const id = viewOf(block).getUint16(at + 4);
    if (id === 0x0421) programs.push(writerOf(data));
    if (id === 0x0404) programs.push(...newsPrograms(data));
    at = start + size + (size % 2);
  }
  return programs.filter(Boolean);
}

/** The name has its number of characters first, after a version and a byte. */
function writerOf(data: Uint8Array): string {
  if (data.length < 9) return '';
  const length = Math.min(viewOf(data).getUint32(5), 64);
  return new TextDecoder('utf-16be').decode(data.subarray(9, 9 + 2 * length)).split('\0')[0] ?? '';
}

function newsPrograms(data: Uint8Array): string[] {
  const programs: string[] = [];
  for (let at = 0; at + 5 <= data.length && data[at] === 0x1c; ) {
    const size = viewOf(data).getUint16(at + 3);
    if (size > 0x7fff) break;
    if (data[at + 1] === 2 && data[at + 2] === 65)
      programs.push(new TextDecoder().decode(data.subarray(at + 5, at + 5 + Math.min(size, 64))).trim());
    at += 5 + size;
  }
  return programs;
}
