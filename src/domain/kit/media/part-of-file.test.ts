import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bytesInMemory } from './byte-source.ts';
import { placeInFile } from './part-of-file.ts';

const word = '0123456789AB';
const mark = Buffer.from(word);

async function place(bytes: Buffer) {
  return placeInFile(bytesInMemory(bytes), bytes.indexOf(mark));
}

const be = (value: number, length = 4): Buffer => {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
};
const le = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const join = (...parts: (Buffer | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
const noise = Buffer.alloc(300, 7);

// JPEG
const segment = (marker: number, content: Buffer) => join(Buffer.of(0xff, marker), be(content.length + 2, 2), content);
const scan = (content: Buffer) => join(segment(0xda, Buffer.alloc(10)), content);
const jpeg = (...parts: Buffer[]) => join(Buffer.of(0xff, 0xd8), ...parts);
const eoi = Buffer.of(0xff, 0xd9);
/** A TIFF with one text tag in the first directory. */
const tiff = (tag: number) => join('II*\0', le(8), Buffer.of(1, 0, tag & 255, tag >> 8, 2, 0), le(mark.length), le(26), le(0), mark);
/** The tag stands in the directory of EXIF itself. */
const deepTiff = (tag: number) =>
  join(
    'II*\0',
    le(8),
    Buffer.of(1, 0, 0x69, 0x87, 4, 0),
    le(1),
    le(26),
    le(0),
    Buffer.of(1, 0, tag & 255, tag >> 8, 7, 0),
    le(mark.length),
    le(44),
    le(0),
    mark,
  );
const alternatives = `<rdf:Alt><rdf:li>${word}</rdf:li></rdf:Alt>`;
const xmp = `<x:xmpmeta><rdf:RDF><rdf:Description xmlns:dc="a"><dc:description>${alternatives}</dc:description>`;

// PNG
const chunk = (type: string, content: Buffer) => join(be(content.length), type, content, be(0));
const png = (...parts: Buffer[]) => join('\x89PNG\r\n\x1a\n', chunk('IHDR', Buffer.alloc(13)), ...parts, chunk('IEND', Buffer.alloc(0)));
const idat = chunk('IDAT', deflateSync(noise));

// RIFF
const riffChunk = (type: string, content: Buffer) => join(type, le(content.length), content, Buffer.alloc(content.length % 2));
const riff = (form: string, ...parts: Buffer[]) => {
  const body = join(form, ...parts);
  return join('RIFF', le(body.length), body);
};
const wav = (...parts: Buffer[]) => riff('WAVE', riffChunk('fmt ', Buffer.alloc(16)), ...parts);

// Boxes
const box = (type: string, ...parts: Buffer[]) => join(be(8 + join(...parts).length), type, ...parts);
const ftyp = (brand: string) => box('ftyp', join(brand, be(0)));
const mdat = box('mdat', noise);

// Elements
const element = (id: string, ...parts: Buffer[]) => {
  const content = join(...parts);
  return join(Buffer.from(id, 'hex'), be(0x10000000 | content.length), content);
};
const ebml = element('1a45dfa3', element('4282', Buffer.from('webm')));
const cluster = (content: Buffer) => element('1f43b675', element('a3', content));
const tags = element('1254c367', element('7373', element('67c8', element('45a3', Buffer.from('COMMENT')), element('4487', mark))));

const gif = (...parts: Buffer[]) => join('GIF89a', Buffer.alloc(7), ...parts, ';');
const image = join(Buffer.of(0x2c), Buffer.alloc(9), Buffer.of(8, 4, 1, 2, 3, 4, 0));
const id3 = (frame: string, content: Buffer) =>
  join('ID3', Buffer.of(3, 0, 0, 0, 0, 0, 10 + content.length), frame, be(content.length), Buffer.of(0, 0), content);
const mp3 = join(Buffer.of(0xff, 0xfb, 0x90, 0), Buffer.alloc(414));
const ogg = (...packets: Buffer[]) => join(...packets.map((packet) => join('OggS', Buffer.alloc(22), Buffer.of(1, packet.length), packet)));
const pdf = (object: string) => `%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n${object}\nxref\ntrailer << >>\nstartxref\n9\n%%EOF\n`;
const bmp = (pixels: Buffer) => {
  const head = Buffer.alloc(54);
  head.write('BM');
  head.writeUInt32LE(54, 10);
  head.writeInt32LE(4, 18);
  head.writeInt32LE(4, 22);
  head.writeUInt16LE(24, 28);
  return join(head, pixels);
};
function zip(name: string, content: Buffer, comment = Buffer.alloc(0)): Buffer {
  const local = join('PK\x03\x04', Buffer.alloc(14), le(content.length), le(content.length), Buffer.of(name.length, 0, 0, 0), name);
  const central = join(
    'PK\x01\x02',
    Buffer.alloc(16),
    le(content.length),
    le(content.length),
    Buffer.of(name.length, 0),
    Buffer.alloc(12),
    le(0),
    name,
  );
  const end = join(
    'PK\x05\x06',
    be(0),
    Buffer.of(1, 0, 1, 0),
    le(central.length),
    le(local.length + content.length),
    Buffer.of(comment.length, 0),
  );
  return join(local, content, central, end, comment);
}

describe('the place of a mark', () => {
  it.each<[string, Buffer, string, string]>([
    ['a JPEG, appended', jpeg(segment(0xe0, Buffer.from('JFIF\0')), scan(noise), eoi, mark), 'appended', 'JPEG'],
    ['a JPEG comment', jpeg(segment(0xfe, mark), scan(noise), eoi), 'metadata', 'JPEG 的 COM 注释段'],
    [
      'EXIF of a JPEG',
      jpeg(segment(0xe1, join('Exif\0\0', tiff(0x010e))), scan(noise), eoi),
      'metadata',
      'JPEG 的 APP1 段 EXIF 中的标签 ImageDescription',
    ],
    [
      'a comment in EXIF',
      jpeg(segment(0xe1, join('Exif\0\0', deepTiff(0x9286))), scan(noise), eoi),
      'metadata',
      'JPEG 的 APP1 段 EXIF 中的标签 UserComment',
    ],
    [
      'XMP of a JPEG',
      jpeg(segment(0xe1, join('http://ns.adobe.com/xap/1.0/\0', xmp)), eoi),
      'metadata',
      'JPEG 的 APP1 段 XMP“dc:description”',
    ],
    ['Photoshop’s segment', jpeg(segment(0xed, join('Photoshop 3.0\0', mark)), eoi), 'metadata', 'JPEG 的 APP13 段“Photoshop 3.0”'],
    ['the scan of a JPEG', jpeg(scan(join(noise, Buffer.of(0xff, 0, 0xff, 0xd0), mark, noise)), eoi), 'signal', 'JPEG 的图像数据'],
    ['a film behind a JPEG', jpeg(scan(noise), eoi, ftyp('mp42'), box('free', mark)), 'appended', 'JPEG'],
    [
      'a JPEG of more segments than files have',
      jpeg(...Array.from({ length: 20_001 }, () => segment(0xe0, Buffer.alloc(2))), mark),
      'unknown',
      '',
    ],
    ['a JPEG that breaks off', jpeg(segment(0xe0, Buffer.from('JFIF\0')), noise, mark), 'unknown', 'JPEG 的结构之外'],
    ['a PNG text', png(chunk('tEXt', join('Comment\0', mark)), idat), 'metadata', 'PNG 的 tEXt 块“Comment”'],
    [
      'a PNG text in UTF-8',
      png(idat, chunk('iTXt', join('XML:com.adobe.xmp\0\0\0\0\0', mark))),
      'metadata',
      'PNG 的 iTXt 块“XML:com.adobe.xmp”',
    ],
    ['EXIF of a PNG', png(chunk('eXIf', tiff(0x8298)), idat), 'metadata', 'PNG 的 eXIf 块中的标签 Copyright'],
    ['a PNG, appended', join(png(idat), mark), 'appended', 'PNG'],
    ['the data of a PNG', png(chunk('IDAT', mark)), 'signal', 'PNG 的图像数据块 IDAT'],
    ['a private chunk', png(idat, chunk('prVt', mark)), 'metadata', 'PNG 的 prVt 块'],
    ['a GIF comment', gif(join(Buffer.of(0x21, 0xfe, mark.length), mark, Buffer.of(0)), image), 'metadata', 'GIF 的注释扩展块'],
    ['a GIF, appended', join(gif(image), mark), 'appended', 'GIF'],
    ['the pixels of a BMP', bmp(join(mark, Buffer.alloc(36))), 'signal', 'BMP 的像素数据'],
    ['a BMP, appended', bmp(join(Buffer.alloc(48), mark)), 'appended', 'BMP'],
    ['a TIFF', tiff(0x0131), 'metadata', 'TIFF 中的标签 Software'],
    [
      'a WAV’s comment',
      wav(riffChunk('LIST', join('INFO', riffChunk('ICMT', mark))), riffChunk('data', noise)),
      'metadata',
      'WAV 的 INFO 列表中的 ICMT 块',
    ],
    ['a WAV’s sound', wav(riffChunk('data', join(noise, mark))), 'signal', 'WAV 的声音数据块 data'],
    ['a WAV, appended', join(wav(riffChunk('data', noise)), mark), 'appended', 'WAV'],
    ['bext', wav(riffChunk('bext', mark), riffChunk('data', noise)), 'metadata', 'WAV 的 bext 块'],
    [
      'a WebP’s EXIF',
      riff('WEBP', riffChunk('VP8 ', noise), riffChunk('EXIF', tiff(0x013b))),
      'metadata',
      'WebP 的 EXIF 块中的标签 Artist',
    ],
    ['a WebP’s picture', riff('WEBP', riffChunk('VP8L', mark)), 'signal', 'WebP 的画面数据块 VP8L'],
    ['an AVI’s film', riff('AVI ', riffChunk('LIST', join('movi', mark))), 'signal', 'AVI 的画面数据块 LIST'],
    [
      'an MP4’s comment',
      join(
        ftyp('isom'),
        mdat,
        box(
          'moov',
          box('udta', box('meta', be(0), box('hdlr', Buffer.alloc(25)), box('ilst', box('\xa9cmt', box('data', be(1), be(0), mark))))),
        ),
      ),
      'metadata',
      'MP4 的 moov/udta/meta/ilst/©cmt/data 盒',
    ],
    [
      'a MOV’s description',
      join(ftyp('qt  '), mdat, box('moov', box('udta', box('\xa9des', mark)))),
      'metadata',
      'MOV 的 moov/udta/©des 盒',
    ],
    ['an MP4’s data', join(ftyp('mp42'), box('mdat', noise, mark)), 'signal', 'MP4 的媒体数据盒 mdat'],
    ['a free box at the end', join(ftyp('mp42'), mdat, box('free', mark)), 'metadata', 'MP4 的 free 盒（空闲）'],
    ['a uuid box', join(ftyp('mp42'), mdat, box('uuid', Buffer.alloc(16), mark)), 'metadata', 'MP4 的 uuid 盒'],
    ['an MP4, appended', join(ftyp('mp42'), mdat, mark), 'appended', 'MP4'],
    ['a HEIC, appended', join(ftyp('heic'), mdat, mark), 'appended', 'HEIF'],
    [
      'a WebM’s tags',
      join(ebml, element('18538067', element('1549a966'), tags, cluster(noise))),
      'metadata',
      'WebM 的 Segment/Tags/Tag/SimpleTag/TagString 元素',
    ],
    ['a WebM’s frames', join(ebml, element('18538067', cluster(mark))), 'signal', 'WebM 的媒体数据 Segment/Cluster'],
    ['a WebM, appended', join(ebml, element('18538067', cluster(noise)), mark), 'appended', 'WebM'],
    ['a void of a WebM', join(ebml, element('18538067', element('ec', mark), cluster(noise))), 'metadata', 'WebM 的 Segment/Void 元素'],
    ['ID3v2', join(id3('COMM', mark), mp3), 'metadata', 'ID3v2 标签的 COMM 帧'],
    ['ID3v1', join(mp3, 'TAG', mark, Buffer.alloc(113)), 'metadata', 'ID3v1 标签'],
    ['an MP3, appended', join(mp3, mark), 'unknown', 'MP3 或者 AAC 的标签之后（声音数据中，或者附加在其后）'],
    [
      'FLAC',
      join('fLaC', Buffer.of(0), be(34, 3), Buffer.alloc(34), Buffer.of(0x84), be(12, 3), mark, noise),
      'metadata',
      'FLAC 的 VORBIS_COMMENT 块',
    ],
    ['Ogg', ogg(Buffer.from('OpusHead'), join('OpusTags', mark), noise.subarray(0, 99)), 'metadata', 'Ogg 的注释包（VORBIS_COMMENT）'],
    ['Ogg, appended', join(ogg(Buffer.from('OpusHead'), noise.subarray(0, 99)), mark), 'appended', 'Ogg'],
    ['AMR', join('#!AMR\n', noise, mark), 'signal', 'AMR 的声音数据'],
    ['a PDF’s title', Buffer.from(pdf(`7 0 obj\n<< /Producer (x) /Title (a ${word}) >>\nendobj`)), 'metadata', 'PDF 的第 7 号对象“Title”'],
    [
      'a PDF’s page',
      Buffer.from(pdf(`7 0 obj\n<< /Length 30 >>\nstream\nBT (${word}) Tj ET\nendstream\nendobj`)),
      'signal',
      'PDF 的第 7 号对象的数据流',
    ],
    [
      'a PDF’s XMP',
      Buffer.from(pdf(`8 0 obj\n<< /Type /Metadata >>\nstream\n${xmp}\nendstream\nendobj`)),
      'metadata',
      'PDF 的第 8 号对象 XMP“dc:description”',
    ],
    ['a PDF’s title in hex', Buffer.from(pdf(`7 0 obj\n<< /ID <00> /Title <${word}> >>\nendobj`)), 'metadata', 'PDF 的第 7 号对象“Title”'],
    ['a PDF’s dictionary', Buffer.from(pdf(`7 0 obj\n<< /ID (x) ${word} >>\nendobj`)), 'metadata', 'PDF 的第 7 号对象'],
    // An expression that looked for the end of a text took more than half an hour.
    ['a PDF of percent signs', Buffer.from(pdf(`${'%'.repeat(1_000_000)}\n%${word}`)), 'metadata', 'PDF 的注释'],
    ['a PDF of begun strings', Buffer.from(pdf(`7 0 obj\n<< ${'/A<'.repeat(300_000)})/B(${word}`)), 'metadata', 'PDF 的第 7 号对象“B”'],
    ['a PDF, appended', Buffer.from(`${pdf('')}${word}`), 'appended', 'PDF'],
    ['a PDF’s comment', Buffer.from(pdf(`% ${word}`)), 'metadata', 'PDF 的注释'],
    ['a docx, stored', zip('docProps/core.xml', mark), 'metadata', 'ZIP 中的文件“docProps/core.xml”'],
    ['a zip’s comment', zip('a.xml', noise, mark), 'metadata', 'ZIP 的注释'],
    ['a zip, appended', join(zip('a.xml', noise), mark), 'appended', 'ZIP'],
    ['a text', Buffer.from(`第一行\r\n第二行\n${word}\n`), 'text', '文本'],
    ['no known format', join(Buffer.from([1, 2, 3, 0, 0]), noise, mark), 'unknown', ''],
  ])('%s', async (_, bytes, kind, name) => {
    expect(await place(bytes)).toMatchObject({ kind, name, offset: bytes.indexOf(mark) });
  });

  it.each([
    ['line feeds', Buffer.from(`a\nb\n${word}`), 3],
    ['both', Buffer.from(`a\r\nb\r\n${word}`), 3],
    ['returns', Buffer.from(`a\rb\r${word}`), 3],
    ['the first line', Buffer.from(`{"mark":"${word}"}`), 1],
    ['GBK', join(Buffer.from([0xba, 0xcf, 0xcd, 0xac]), `\n${word}`), 2],
  ])('stands in a line of a text: %s', async (_, bytes, line) => {
    expect(await place(bytes)).toMatchObject({ kind: 'text', line });
  });

  it('stands in a line of a text in UTF-16', async () => {
    const bytes = Buffer.from(`\ufeff合同\r\n${word}`, 'utf16le');
    expect(await placeInFile(bytesInMemory(bytes), 10)).toMatchObject({ kind: 'text', line: 2 });
  });

  it('ends for every beginning and every flip of a file', async () => {
    const whole = [
      jpeg(segment(0xfe, mark), scan(noise), eoi),
      png(idat),
      wav(riffChunk('data', noise)),
      join(ftyp('mp42'), mdat),
      gif(image),
      join(ebml, element('18538067', tags)),
      zip('a', noise),
      tiff(0x0131),
    ];
    for (const bytes of whole)
      for (let at = 0; at < bytes.length; at += 3) {
        const flipped = Buffer.from(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ 0xff;
        await placeInFile(bytesInMemory(flipped), bytes.length - 1);
        await placeInFile(bytesInMemory(bytes.subarray(0, at)), at);
      }
  });
});
