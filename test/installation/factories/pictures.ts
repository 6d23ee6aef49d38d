import { randomBytes } from 'node:crypto';

/** A JPEG with only a frame header after its EXIF: enough for readers of metadata, but not a picture. */
export function jpegWith({ software, taken, make }: { readonly software: string; readonly taken: string; readonly make: string }): Buffer {
  return jpegAround(exifOf(software, taken, make));
}

export function jpegAround(exif: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif]);
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

/** A little-endian TIFF with Software, Make and, in its second directory, DateTimeOriginal. */
export function exifOf(software: string, taken: string, make = ''): Buffer {
  const [softwareAt, takenAt, makeAt, details] = [100, 140, 160, 50];
  const bytes = Buffer.alloc(180);
  bytes.write('II*\0', 0, 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(3, 8);
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(type, at + 2);
    bytes.writeUInt32LE(count, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  };
  entry(10, 0x0131, 2, software.length + 1, softwareAt);
  entry(22, 0x8769, 4, 1, details);
  entry(34, 0x010f, 2, make.length + 1, makeAt);
  bytes.writeUInt16LE(1, details);
  entry(details + 2, 0x9003, 2, taken.length + 1, takenAt);
  bytes.write(`${software}\0`, softwareAt, 'latin1');
  bytes.write(`${taken}\0`, takenAt, 'latin1');
  bytes.write(`${make}\0`, makeAt, 'latin1');
  return bytes;
}

/** A little-endian TIFF with DateTimeOriginal, OffsetTimeOriginal and, where given, the GPS clock of the same day. */
export function zonedExifOf(taken: string, offset: string, gps?: readonly [number, number, number]): Buffer {
  const [details, places, takenAt, offsetAt, dateAt, timeAt] = [50, 100, 140, 170, 190, 210];
  const bytes = Buffer.alloc(240);
  bytes.write('II*\0', 0, 'latin1');
  bytes.writeUInt32LE(8, 4);
  const directory = (at: number, entries: readonly (readonly [tag: number, type: number, count: number, value: number])[]) => {
    bytes.writeUInt16LE(entries.length, at);
    for (const [index, [tag, type, count, value]] of entries.entries()) {
      const entry = at + 2 + index * 12;
      bytes.writeUInt16LE(tag, entry);
      bytes.writeUInt16LE(type, entry + 2);
      bytes.writeUInt32LE(count, entry + 4);
      bytes.writeUInt32LE(value, entry + 8);
    }
  };
  directory(8, [[0x8769, 4, 1, details], ...(gps ? [[0x8825, 4, 1, places] as const] : [])]);
  directory(details, [[0x9003, 2, taken.length + 1, takenAt], ...(offset === '' ? [] : [[0x9011, 2, 7, offsetAt] as const])]);
  bytes.write(`${taken}\0`, takenAt, 'latin1');
  bytes.write(`${offset}\0`, offsetAt, 'latin1');
  if (!gps) return bytes;
  directory(places, [
    [0x07, 5, 3, timeAt],
    [0x1d, 2, 11, dateAt],
  ]);
  bytes.write(`${taken.slice(0, 10)}\0`, dateAt, 'latin1');
  for (const [at, part] of gps.entries()) {
    bytes.writeUInt32LE(part, timeAt + at * 8);
    bytes.writeUInt32LE(1, timeAt + at * 8 + 4);
  }
  return bytes;
}
