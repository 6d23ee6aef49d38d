import { describe, expect, it } from 'vitest';
import { exifOf } from '../../../../test/installation/factories/pictures.ts';
import { readExif, readExifParts } from './exif.ts';
import { editorIn, isCamerasOwn } from './picture-programs.ts';

function jpeg(exif: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif]);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 4);
  return Buffer.concat([head, body, Buffer.from([0xff, 0xd9])]);
}

function png(exif: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(exif.length, 0);
  head.write('eXIf', 4, 'latin1');
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), head, exif, Buffer.alloc(4)]);
}

const exif = exifOf('Adobe Photoshop 25.0', '2021:03:04 10:00:00');

it('reads program and day out of a JPEG and a PNG', () => {
  const times = { takenOn: '2021-03-04', takenLocal: '2021-03-04T10:00:00', takenAt: '', timeOf: 'taken' };
  const facts = { software: 'Adobe Photoshop 25.0', editor: 'Adobe Photoshop 25.0', ...times };
  expect(readExif(jpeg(exif))).toEqual(facts);
  expect(readExif(png(exif))).toEqual(facts);
});

const nobody = { make: '', model: '' };

it.each([
  'Adobe Photoshop 25.0',
  'GIMP 2.10',
  'Meitu 9',
  '美图秀秀',
  'Snapseed',
  'Capture One 23',
  'ACDSee 2024',
  'VSCO',
  'darktable 4.4',
  'Windows Photo Editor 10.0.10011.16384',
  'Stable Diffusion XL',
  'Adobe Illustrator 28',
  'Figma',
  'Adobe ImageReady',
  'Created with GIMP',
  'Digital Photo Professional',
  'Capture NX-D',
  'FUJIFILM X RAW STUDIO',
  'Adobe Firefly',
  'Firefly Image 3',
])('knows a program that changes pictures: %s', (name) => {
  expect(editorIn(name, nobody)).not.toBe('');
  const fuji = { make: 'FUJIFILM', model: 'X-T3' };
  expect([editorIn(name, fuji) !== '', isCamerasOwn(name, fuji)]).toEqual([true, false]);
});

it.each([
  ['17.1.2', 'Apple', 'iPhone 15'],
  ['HDR+ 1.0.540104767zd', 'Google', 'Pixel 8'],
  ['S918BXXU3AWGJ', 'samsung', 'SM-S918B'],
  ['VOG-AL00 10.1.0.162(C00E160R2P11)', 'HUAWEI', 'VOG-AL00'],
  ['Digital Camera X-T3 Ver3.10', 'FUJIFILM', 'X-T3'],
  ['Firmware Version 1.0.1', 'Canon', 'Canon EOS R5'],
  ['Ver.1.00', 'NIKON CORPORATION', 'NIKON D850'],
  // Cameras with the name of an editor, in the model or in the maker's.
  ['Firefly 8SE V1.0', 'Hawkeye', 'Firefly 8SE'],
  ['Firefly-RK3588 1.2', 'Firefly', 'Firefly-RK3588'],
  // A maker of editors that makes telephones, too.
  ['Meitu M8 1.8.2', 'Meitu', 'Meitu M8'],
])('knows the program of a camera: %s', (software, make, model) => {
  expect([editorIn(software, { make, model }), isCamerasOwn(software, { make, model })]).toEqual(['', true]);
  expect(readExif(jpeg(tiffOf({ 0x010f: make, 0x0110: model, 0x0131: software })))).toMatchObject({
    software,
    editor: '',
    isOfCamera: true,
  });
});

it.each(['', 'MediaTek Camera Application', 'B612 咔叽', 'Windows', 'Photos 1.0', '17.1'])(
  'knows no camera by the program %s',
  (software) => {
    for (const make of ['', 'Canon'])
      expect(readExif(jpeg(tiffOf({ 0x010f: make, 0x0110: 'EOS R5', 0x0131: software })))).not.toHaveProperty('isOfCamera');
  },
);

describe('a mark beside the program of the camera', () => {
  const camera = tiffOf({ 0x010f: 'Apple', 0x0110: 'iPhone 15', 0x0131: '17.1' });
  const segment = (marker: number, data: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  };
  const withSegment = (marker: number, data: Buffer) => {
    const whole = jpeg(camera);
    return readExif(Buffer.concat([whole.subarray(0, 2), segment(marker, data), whole.subarray(2)]));
  };
  const resource = (id: number, data: Buffer) => {
    const head = Buffer.from('8BIM\0\0\0\0\0\0\0\0', 'latin1');
    head.writeUInt16BE(id, 4);
    head.writeUInt32BE(data.length, 8);
    return Buffer.concat([Buffer.from('Photoshop 3.0\0'), head, data, Buffer.alloc(data.length % 2)]);
  };
  const news = Buffer.from('\x1c\x02\x41\0\x0fAdobe Photoshop', 'latin1');
  const writer = Buffer.concat([Buffer.from([0, 0, 0, 1, 1, 0, 0, 0, 15]), Buffer.from('Adobe Photoshop', 'utf16le').swap16()]);

  it.each([
    ['news fields', 0xed, resource(0x0404, news)],
    ['the writer', 0xed, resource(0x0421, writer)],
    ['a comment', 0xfe, Buffer.from('Created with GIMP')],
    ['settings', 0xe1, packetOf('crs:HasSettings="True"')],
    ['settings as an element', 0xe1, packetOf('', '<crs:HasSettings>true</crs:HasSettings>')],
    ['a creator', 0xe1, packetOf('xmp:CreatorTool="Adobe Illustrator 28.0"')],
    ['a history', 0xe1, packetOf('', '<stEvt:softwareAgent>Figma</stEvt:softwareAgent>')],
  ] as const)('is found: %s', (_, marker, data) => {
    const { editor, isOfCamera } = withSegment(marker, data);
    expect([editor !== '', isOfCamera]).toEqual([true, undefined]);
  });

  it.each([
    ['a caption', 0xed, resource(0x0404, Buffer.from('\x1c\x02\x78\0\x03abc', 'latin1'))],
    ['a comment', 0xfe, Buffer.from('Lavc59.37.100')],
    ['what people wrote', 0xfe, Buffer.from('The paint shop, before it was painted')],
    ['settings that were not applied', 0xe1, packetOf('crs:HasSettings="False"')],
    ['a program without a name for it', 0xe1, packetOf('xmp:CreatorTool="Some Program"')],
  ] as const)('leaves open what is no known editor: %s', (_, marker, data) => {
    const { editor, isOfCamera } = withSegment(marker, data);
    expect([editor, isOfCamera]).toEqual(['', undefined]);
  });

  it.each(['trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia'])('says that an algorithm made it: %s', (type) => {
    const uri = `http://cv.iptc.org/newscodes/digitalsourcetype/${type}`;
    for (const data of [
      packetOf(`Iptc4xmpExt:DigitalSourceType="${uri}"`),
      packetOf('', `<a:DigitalSourceType>${uri}</a:DigitalSourceType>`),
    ])
      expect(withSegment(0xe1, data).isGenerated).toBe(true);
  });

  it('is none in what a telephone writes', () => {
    expect(withSegment(0xe1, packetOf('xmp:CreatorTool="17.1" photoshop:DateCreated="2026-01-02T15:59:00"')).isOfCamera).toBe(true);
  });
});

describe('a time', () => {
  const taken = '2026:01:02 15:59:00';

  it.each([
    ['of the taking with its zone', { 0x9003: taken, 0x9011: '+08:00' }, 'taken', '2026-01-02T07:59:00.000Z'],
    ['of the taking with the zone of the change', { 0x9003: taken, 0x9010: '+09:00' }, 'taken', ''],
    ['of the taking with the zone of the scan', { 0x9003: taken, 0x9012: '+09:00' }, 'taken', ''],
    ['of a scan', { 0x9004: taken, 0x9012: '+08:00' }, 'digitized', '2026-01-02T07:59:00.000Z'],
    ['of a scan with the zone of the taking', { 0x9004: taken, 0x9011: '+08:00' }, 'digitized', ''],
  ] as const)('is told by EXIF: %s', (_, tags, timeOf, takenAt) => {
    const takenOn = timeOf === 'taken' ? '2026-01-02' : '';
    expect(readExifParts({ exif: tiffOf({}, tags) })).toMatchObject({ takenLocal: '2026-01-02T15:59:00', takenOn, timeOf, takenAt });
  });

  it.each([
    ['exif:DateTimeOriginal', 'taken'],
    ['exif:DateTimeDigitized', 'digitized'],
    ['photoshop:DateCreated', 'created'],
    ['xmp:CreateDate', 'created'],
  ] as const)('is told by XMP: %s', (name, timeOf) => {
    const xmp = Buffer.from(`<a ${name}="2026-01-02T15:59:00+08:00"/>`);
    expect(readExifParts({ xmp })).toMatchObject({ timeOf, takenAt: '2026-01-02T07:59:00.000Z' });
    expect(readExifParts({ xmp: Buffer.from(`<a ${name}="2026-01-02"/>`) })).toMatchObject({ takenLocal: '2026-01-02', takenAt: '' });
    // The time of the taking goes first, wherever it is.
    expect(readExifParts({ exif: tiffOf({}, { 0x9003: taken }), xmp })).toMatchObject({ timeOf: 'taken' });
  });
});

it('keeps the other times of a picture: a scan is digitised years after the taking', () => {
  const scan = tiffOf({}, { 0x9003: '1998:05:04 12:00:00', 0x9004: '2026:01:02 16:00:00' });
  expect(readExif(jpeg(scan))).toMatchObject({
    takenLocal: '1998-05-04T12:00:00',
    others: [{ takenLocal: '2026-01-02T16:00:00', takenAt: '', timeOf: 'digitized' }],
  });
});

it('finds the editor that a history or another tag names beside the camera', () => {
  const history = '<stEvt:softwareAgent>17.1</stEvt:softwareAgent><rdf:li stEvt:softwareAgent="Adobe Photoshop 25.0 (Windows)"/>';
  const xmp = Buffer.from(`<x:xmpmeta xmp:CreatorTool="17.1">${history}</x:xmpmeta>`);
  expect(readExifParts({ exif: exifOf('17.1', '2026:01:02 15:59:00'), xmp }).software).toBe('Adobe Photoshop 25.0 (Windows)');
  expect(readExifParts({ xmp: Buffer.from('<a xmp:CreatorTool="17.1" stEvt:softwareAgent="17.2"/>') }).software).toBe('17.1');
});

it('takes every cut and every changed byte for nothing worse than no EXIF', () => {
  const whole = jpeg(exif);
  for (let length = 0; length < whole.length; length += 1) expect(() => readExif(whole.subarray(0, length))).not.toThrow();
  for (let at = 0; at < whole.length; at += 1)
    for (const value of [0, 1, 0x7f, 0xff]) {
      const changed = Buffer.from(whole);
      changed[at] = value;
      expect(() => readExif(changed)).not.toThrow();
    }
});

function packetOf(attributes: string, elements = ''): Buffer {
  return Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta ${attributes}>${elements}</x:xmpmeta>`, 'latin1');
}

/** A big-endian TIFF with texts in its two directories. */
function tiffOf(root: Readonly<Record<number, string>>, details: Readonly<Record<number, string>> = {}): Buffer {
  const [first, second] = [Object.entries(root), Object.entries(details)];
  const detailsAt = 8 + 2 + (first.length + 1) * 12;
  let textAt = detailsAt + 2 + second.length * 12;
  const texts: Buffer[] = [];
  const text = ([tag, value]: [string, string]): Buffer => {
    const bytes = Buffer.from(`${value}\0\0\0\0`);
    const entry = Buffer.alloc(12);
    entry.writeUInt16BE(Number(tag), 0);
    entry.writeUInt16BE(2, 2);
    entry.writeUInt32BE(bytes.length, 4);
    entry.writeUInt32BE(textAt, 8);
    texts.push(bytes);
    textAt += bytes.length;
    return entry;
  };
  const pointer = Buffer.from([0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0]);
  pointer.writeUInt32BE(detailsAt, 8);
  const count = (entries: number) => Buffer.from([0, entries]);
  const head = Buffer.from('MM\0\x2a\0\0\0\x08', 'latin1');
  return Buffer.concat([head, count(first.length + 1), ...first.map(text), pointer, count(second.length), ...second.map(text), ...texts]);
}
