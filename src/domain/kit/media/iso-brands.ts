import { latin1 } from '../bytes/bytes.ts';
import { viewOf } from './places.ts';

/** The brands of a file of ISO base media, the major one first; none if it does not begin with its type. Source: ISO/IEC 14496-12, 4.3. */
export function typeBrands(head: Uint8Array): readonly string[] {
  if (head.length < 12 || latin1(head, 4, 8) !== 'ftyp') return [];
  const end = Math.min(viewOf(head).getUint32(0), head.length, maxBytes);
  const brands = [latin1(head, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(latin1(head, at, at + 4));
  return brands;
}

const maxBytes = 1024;

/** The format of a still picture or sequence in boxes, by its brands; null for anything else. A major brand may leave the coding open. */
export function pictureFormat(brands: readonly string[]): 'AVIF' | 'HEIC' | 'HEIF' | 'JPEG 2000' | 'CR3' | null {
  const [major = ''] = brands;
  if (!isPictureBrand(major)) return null;
  if (major === 'crx ') return 'CR3';
  if (major.startsWith('jp')) return 'JPEG 2000';
  const coding = brands.find((brand) => /^(?:avi[fos]|he[iv][cmsx])$/.test(brand));
  return coding === undefined ? 'HEIF' : coding.startsWith('avi') ? 'AVIF' : 'HEIC';
}

/** Whether a brand is one of still pictures and their sequences: HEIF, AVIF, JPEG 2000, and raw pictures of Canon. */
function isPictureBrand(brand: string): boolean {
  return /^(?:mi[af][\df]|msf\d|he[iv][cmsx]|avi[fos]|jp[2mx] |crx )$/.test(brand);
}
