/** A picture as its own first bytes tell it. */
export interface SniffedImage {
  readonly mediaType: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

/** Reads type and size of a picture from its bytes, which are hostile: null for anything but a JPEG, PNG or WebP of bounded size. */
export function sniffImage(bytes: Buffer): SniffedImage | null {
  const image = png(bytes) ?? jpeg(bytes) ?? webp(bytes);
  return image && image.width > 0 && image.height > 0 && image.width <= maxSide && image.height <= maxSide ? image : null;
}

const maxSide = 12_000;

/** PNG, 11.2.2: the IHDR chunk comes first. */
function png(bytes: Buffer): SniffedImage | null {
  if (bytes.length < 33 || bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n' || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** ITU T.81, B.2: walk the marker segments to the frame header. */
function jpeg(bytes: Buffer): SniffedImage | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { mediaType: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** RIFF container of WebP; the size stands elsewhere in each of its three kinds. */
function webp(bytes: Buffer): SniffedImage | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  const kind = bytes.toString('latin1', 12, 16);
  const mediaType = 'image/webp';
  if (kind === 'VP8 ') return { mediaType, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind === 'VP8X') return { mediaType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind !== 'VP8L') return null;
  const packed = bytes.readUInt32LE(21);
  return { mediaType, width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
}
