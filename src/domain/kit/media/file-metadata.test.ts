import { expect, it } from 'vitest';
import { exifOf, jpegAround, zonedExifOf } from '../../../../test/installation/factories/pictures.ts';
import { bytesInMemory } from './byte-source.ts';
import { readFileMetadata } from './file-metadata.ts';

const read = (bytes: Buffer) => readFileMetadata(bytesInMemory(bytes));

it.each([
  ['2026-01-02T15:59:00+0800', '2026-01-02T07:59:00.000Z'],
  ['2026-01-02T02:59:00-05:00', '2026-01-02T07:59:00.000Z'],
  ['2026-01-02T07:59:00Z', '2026-01-02T07:59:00.000Z'],
  ['2026-01-02T07:59:00', null],
  ['yesterday', null],
])('reads the creation date that a phone wrote with its zone: %s', async (text, zonedAt) => {
  for (const version of ['quicktime', 'iso'] as const) {
    expect(await read(Buffer.concat([ftyp('qt  '), box('moov', metaOf(text, version))]))).toMatchObject({ zonedAt });
  }
});

it('reads EXIF out of a HEIF picture', async () => {
  const facts = { mediaType: 'image/heic', takenLocal: '2026-01-02T15:59:00', software: '17.1', zonedAt: null };
  expect(await read(heif(exifOf('17.1', '2026:01:02 15:59:00')))).toMatchObject(facts);
  const zoned = zonedExifOf('2026:01:02 15:59:00', '+08:00');
  expect(await read(heif(zoned))).toMatchObject({ zonedAt: '2026-01-02T07:59:00.000Z' });
});

// drewnoakes/metadata-extractor#594: what Photos has edited has XMP beside its EXIF.
it.each(['in the file', 'in the box of the description'])('reads XMP out of a HEIF picture, %s', async (place) => {
  const packet = Buffer.from('<x:xmpmeta xmp:CreatorTool="Photos 1.0" exif:DateTimeOriginal="2026-01-02T15:59:00+08:00"/>');
  const facts = { software: 'Photos 1.0', takenLocal: '2026-01-02T15:59:00', zonedAt: '2026-01-02T07:59:00.000Z' };
  expect(await read(heifWithXmp(packet, place === 'in the file'))).toMatchObject(facts);
});

it('takes every cut and every changed byte of a HEIF picture for nothing worse than no EXIF', async () => {
  const whole = heif(exifOf('17.1', '2026:01:02 15:59:00'));
  for (let length = 0; length < whole.length; length += 1) await read(whole.subarray(0, length));
  for (let at = 0; at < whole.length; at += 1)
    for (const value of [0, 1, 0x7f, 0xff]) {
      const changed = Buffer.from(whole);
      changed[at] = value;
      await read(changed);
    }
});

it.each([
  ['+08:00', undefined, '2026-01-02T07:59:00.000Z'],
  ['-05:00', undefined, '2026-01-02T20:59:00.000Z'],
  ['', [7, 58, 50], '2026-01-02T07:59:00.000Z'],
  // A fix of half an hour ago tells no zone.
  ['', [7, 20, 0], null],
  // Nor does one of a quarter or half an hour ago: no clock stands 8:15 or 8:30 from UTC.
  ['', [7, 44, 0], null],
  ['', [7, 29, 0], null],
  ['', [2, 14, 0], '2026-01-02T02:14:00.000Z'],
  ['', undefined, null],
  ['+8', undefined, null],
] as const)('knows the instant of a picture with the offset %s and the GPS clock %s', async (offset, gps, zonedAt) => {
  expect(await read(jpegAround(zonedExifOf('2026:01:02 15:59:00', offset, gps)))).toMatchObject({ zonedAt });
});

function ftyp(brand: string): Buffer {
  return box('ftyp', Buffer.from(`${brand}\0\0\0\0`, 'latin1'));
}

/** QuickTime's `meta` has no version, that of ISO base media has one. */
function metaOf(text: string, form: 'quicktime' | 'iso'): Buffer {
  const name = Buffer.from('com.apple.quicktime.creationdate');
  const keys = box('keys', Buffer.concat([number(0, 4), number(1, 4), box('mdta', name)]));
  const value = box('data', Buffer.concat([number(1, 4), number(0, 4), Buffer.from(text)]));
  const list = box('ilst', box('\0\0\0\x01', value));
  const handler = box('hdlr', Buffer.alloc(24));
  return box('meta', Buffer.concat([form === 'iso' ? number(0, 4) : Buffer.alloc(0), handler, keys, list]));
}

/** A HEIF file with nothing but an XMP item. */
function heifWithXmp(packet: Buffer, isInFile: boolean): Buffer {
  const name = Buffer.from('mime\0application/rdf+xml\0');
  const entry = box('infe', Buffer.concat([number(0x02000000, 4), number(9, 2), number(0, 2), name]));
  const items = box('iinf', Buffer.concat([number(0, 4), number(1, 2), entry]));
  const places = (offset: number) => {
    const extent = [number(1, 2), number(offset, 4), number(packet.length, 4)];
    const item = [number(9, 2), number(isInFile ? 0 : 1, 2), number(0, 2), ...extent];
    return box('iloc', Buffer.concat([number(0x01000000, 4), number(0x4400, 2), number(1, 2), ...item]));
  };
  const own = isInFile ? Buffer.alloc(0) : box('idat', packet);
  const meta = (offset: number) => box('meta', Buffer.concat([number(0, 4), items, places(offset), own]));
  const head = ftyp('heic');
  return isInFile ? Buffer.concat([head, meta(head.length + meta(0).length + 8), box('mdat', packet)]) : Buffer.concat([head, meta(0)]);
}

/** A HEIF file with nothing but an EXIF item. */
function heif(tiff: Buffer): Buffer {
  const item = Buffer.concat([number(0, 4), tiff]);
  const entry = box('infe', Buffer.concat([number(0x02000000, 4), number(7, 2), number(0, 2), Buffer.from('Exif\0')]));
  const items = box('iinf', Buffer.concat([number(0, 4), number(1, 2), entry]));
  const places = (offset: number) =>
    box(
      'iloc',
      Buffer.concat([
        number(0, 4),
        number(0x4400, 2),
        number(1, 2),
        number(7, 2),
        number(0, 2),
        number(1, 2),
        number(offset, 4),
        number(item.length, 4),
      ]),
    );
  const meta = (offset: number) => box('meta', Buffer.concat([number(0, 4), items, places(offset)]));
  const head = ftyp('heic');
  return Buffer.concat([head, meta(head.length + meta(0).length + 8), box('mdat', item)]);
}

function box(type: string, content: Buffer): Buffer {
  return Buffer.concat([number(content.length + 8, 4), Buffer.from(type, 'latin1'), content]);
}

function number(value: number, bytes: number): Buffer {
  const at = Buffer.alloc(bytes);
  at.writeUIntBE(value, 0, bytes);
  return at;
}
