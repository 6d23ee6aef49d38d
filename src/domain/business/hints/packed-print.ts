import type { Anchor, Fingerprint } from './fingerprint.ts';

/**
 * Encodes a fingerprint: width, height and number of anchors (16 bits each), then x, y (16) and word (24) per anchor, then four cells per
 * byte.
 * The unsure bits of an anchor are omitted, because only the picture that is looked up needs them.
 */
export function packPrint({ anchors, strokes: { width, height, cells } }: Fingerprint): Uint8Array {
  const head = 6 + anchors.length * 7;
  const bytes = new Uint8Array(head + Math.ceil(cells.length / 4));
  const view = new DataView(bytes.buffer);
  view.setUint16(0, width);
  view.setUint16(2, height);
  view.setUint16(4, anchors.length);
  for (const [index, { x, y, word }] of anchors.entries()) {
    const at = 6 + index * 7;
    view.setUint16(at, x);
    view.setUint16(at + 2, y);
    view.setUint8(at + 4, word >>> 16);
    view.setUint16(at + 5, word & 0xffff);
  }
  for (let cell = 0; cell < cells.length; cell += 1) {
    const at = head + (cell >> 2);
    bytes[at] = (bytes[at] ?? 0) | (((cells[cell] ?? 0) + 1) << ((cell & 3) * 2));
  }
  return bytes;
}

/** @throws RangeError if the bytes are not a fingerprint. */
export function unpackPrint(bytes: Uint8Array): Fingerprint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height, count] = [view.getUint16(0), view.getUint16(2), view.getUint16(4)];
  const head = 6 + count * 7;
  if (bytes.length !== head + Math.ceil((width * height) / 4)) throw new RangeError('not a fingerprint');
  const anchors = Array.from({ length: count }, (_, index): Anchor => {
    const at = 6 + index * 7;
    const word = (view.getUint8(at + 4) << 16) | view.getUint16(at + 5);
    return { x: view.getUint16(at), y: view.getUint16(at + 2), word, unsure: [] };
  });
  const cells = new Int8Array(width * height);
  for (let cell = 0; cell < cells.length; cell += 1) cells[cell] = (((bytes[head + (cell >> 2)] ?? 0) >> ((cell & 3) * 2)) & 3) - 1;
  return { anchors, strokes: { width, height, cells } };
}
