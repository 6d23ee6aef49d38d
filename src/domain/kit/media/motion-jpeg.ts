import { latin1 } from '../bytes/bytes.ts';
import { sniffImageOfAnySize } from './image.ts';
import { placeOfWord, viewOf } from './places.ts';

/**
 * Whether JPEG pictures of one size stand one behind another: a film of a camera without a container (Motion JPEG). A second picture that
 * the first one announces (CIPA DC-007, *Multi-Picture Format*) belongs to it: a gain map, the other eye, a portrait's background.
 */
export function isMotionJpeg(bytes: Uint8Array): boolean {
  const first = sniffImageOfAnySize(bytes);
  const end = first?.mediaType === 'image/jpeg' ? endOfJpeg(bytes) : null;
  if (first === null || end === null || end >= bytes.length) return false;
  const next = sniffImageOfAnySize(bytes.subarray(end));
  const isSame = next?.mediaType === 'image/jpeg' && next.width === first.width && next.height === first.height;
  return isSame && placeOfWord(bytes.subarray(0, end), 'MPF\0') < 0;
}

/** Where a JPEG ends, behind its end-of-image marker; null if it does not end within the bytes. Source: ITU T.81, B.1.1. */
function endOfJpeg(bytes: Uint8Array): number | null {
  const view = viewOf(bytes);
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xd9) return at + 2;
    if (marker === 0xff) at += 1;
    else at += 2 + (isAlone(marker) ? 0 : view.getUint16(at + 2));
    if (marker === 0xda) at = endOfScan(bytes, at);
  }
  return latin1(bytes, at, at + 2) === '\xff\xd9' ? at + 2 : null;
}

/** Restart markers and stuffed bytes belong to the scan. */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker !== 0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)) return at;
  }
  return bytes.length;
}

function isAlone(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd8;
}
