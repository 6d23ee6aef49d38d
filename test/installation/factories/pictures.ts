import { randomBytes } from 'node:crypto';

/** A JPEG with only a frame header after its EXIF: enough for readers of metadata, but not a picture. */
export function jpegWith({ software, taken }: { readonly software: string; readonly taken: string }): Buffer {
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifOf(software, taken)]);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 4);
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0]);
  return Buffer.concat([head, body, frame, randomBytes(20), Buffer.from([0xff, 0xd9])]);
}

/** The first chunk of a PNG, which is not a picture. */
export function pngOf(width = 16, height = 16): Buffer {
  const bytes = Buffer.alloc(33);
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return Buffer.concat([bytes, randomBytes(30)]);
}

/** A little-endian TIFF with Software and, in its second directory, DateTimeOriginal. */
export function exifOf(software: string, taken: string): Buffer {
  const [softwareAt, takenAt, details] = [100, 140, 50];
  const bytes = Buffer.alloc(180);
  bytes.write('II*\0', 0, 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(2, 8);
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(type, at + 2);
    bytes.writeUInt32LE(count, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  };
  entry(10, 0x0131, 2, software.length + 1, softwareAt);
  entry(22, 0x8769, 4, 1, details);
  bytes.writeUInt16LE(1, details);
  entry(details + 2, 0x9003, 2, taken.length + 1, takenAt);
  bytes.write(`${software}\0`, softwareAt, 'latin1');
  bytes.write(`${taken}\0`, takenAt, 'latin1');
  return bytes;
}
