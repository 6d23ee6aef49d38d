import { createCanvas } from '@napi-rs/canvas';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { picture } from '../../../../test/installation/intake.ts';
import { media } from '../../../../test/installation/factories/media.ts';
import { bytesInMemory } from './byte-source.ts';
import { isBrokenOffMovie, isCompleteRecording, readRecording } from './recording.ts';

const ends = (bytes: Buffer) => isCompleteRecording(bytesInMemory(bytes));
const read = (bytes: Buffer) => readRecording(bytesInMemory(bytes));

/** An MP4 of 7 s with these brands, the major first. */
function branded(major: string, ...others: string[]): Buffer {
  const type = Buffer.from(`\0\0\0\0ftyp${major}\0\0\0\0${others.join('')}`, 'latin1');
  type.writeUInt32BE(type.length);
  return Buffer.concat([type, media.mp4(7).subarray(16)]);
}

/** A JPEG with application data before its frame. */
function withSegments(sizeBytes: number): Buffer {
  const whole = createCanvas(40, 30).toBuffer('image/jpeg');
  const segment = Buffer.alloc(60_002);
  segment.writeUInt32BE(0xffe2_ea60);
  const segments = Array.from({ length: Math.ceil(sizeBytes / segment.length) }, () => segment);
  return Buffer.concat([whole.subarray(0, 2), ...segments, whole.subarray(2)]);
}

function boxOf(type: string, contentBytes: number): Buffer {
  const box = Buffer.alloc(8 + contentBytes);
  box.writeUInt32BE(box.length);
  box.write(type, 4, 'latin1');
  return box;
}

/** Three seconds of frames of layer III at 64 kbit/s, 44.1 kHz. */
const frames = Buffer.concat(Array.from({ length: 115 }, () => Buffer.concat([Buffer.from('fffb5000', 'hex'), Buffer.alloc(204)])));
function wavOf(seconds: number, dataBytes: number): Buffer {
  const wav = media.wav(seconds);
  wav.writeUInt32LE(dataBytes, 40);
  return wav;
}

/** A WAV with another chunk, padded to an even length. */
function withChunk(wav: Buffer, name: string, contentBytes: number, at = 36): Buffer {
  const chunk = Buffer.alloc(8 + contentBytes + (contentBytes % 2));
  chunk.write(name, 'latin1');
  chunk.writeUInt32LE(contentBytes, 4);
  return Buffer.concat([wav.subarray(0, at), chunk, wav.subarray(at)]);
}

/** A first frame with a count of no frames. */
const uncounted = Buffer.concat([
  Buffer.from('fffb5000', 'hex'),
  Buffer.alloc(32),
  Buffer.from('Xing\0\0\0\x01\0\0\0\0', 'latin1'),
  Buffer.alloc(160),
]);
const behind = (...before: Buffer[]): Buffer => Buffer.concat([...before, frames]);

function ape(itemBytes: number): Buffer {
  const head = Buffer.alloc(32);
  head.write('APETAGEX', 'latin1');
  head.writeUInt32LE(2000, 8);
  head.writeUInt32LE(itemBytes + 32, 12);
  head.writeUInt32LE(0xa000_0000, 20);
  const foot = Buffer.from(head);
  foot.writeUInt32LE(0x8000_0000, 20);
  return Buffer.concat([head, Buffer.alloc(itemBytes, 'cover'), foot]);
}

describe('readRecording', () => {
  it.each([
    ['an MP4', media.mp4(75), 'video/mp4', 'mp4', 75],
    [
      'an MP4 with a long header behind its data',
      media.mp4(90_000, { version: 1, movieLast: true, dataBytes: 300_000 }),
      'video/mp4',
      'mp4',
      90_000,
    ],
    ['a MOV', media.mp4(3, { brand: 'qt  ' }), 'video/quicktime', 'mov', 3],
    ['an M4A', media.mp4(61, { brand: 'M4A ' }), 'audio/mp4', 'm4a', 61],
    ['an MP4 in fragments, which does not say how long it is', media.mp4(0), 'video/mp4', 'mp4', null],
    ['an MP4 of a camera, by its second brand', branded('NIKO', 'mp42', 'isom'), 'video/mp4', 'mp4', 7],
    ...['XAVC', '3g2a', '3gp5', 'hvc1', 'msdh', 'cmfc', 'isoa', 'dash', 'M4VP'].map(
      (brand) => [`an MP4 of brand ${brand}`, branded(brand), 'video/mp4', 'mp4', 7] as const,
    ),
    ['a MOV without a file type', media.mp4(8).subarray(16), 'video/quicktime', 'mov', 8],
    ['a MOV without a file type, its header last', media.mp4(8, { movieLast: true }).subarray(16), 'video/quicktime', 'mov', 8],
    ...['uuid', 'udta', 'PICT', 'pict', 'junk', 'pnot', 'skip', 'free', 'wide', 'mdat'].flatMap(
      (first) =>
        [
          [`a MOV that begins with ${first}`, Buffer.concat([boxOf(first, 40), media.mp4(8).subarray(16)]), 'video/quicktime', 'mov', 8],
          [`an MP4 whose type comes behind ${first}`, Buffer.concat([boxOf(first, 300_000), media.mp4(8)]), 'video/quicktime', 'mov', 8],
          [`an MP4 whose type comes soon behind ${first}`, Buffer.concat([boxOf(first, 900), media.mp4(8)]), 'video/mp4', 'mp4', 8],
          [
            `an M4A whose type comes soon behind two of ${first}`,
            Buffer.concat([boxOf(first, 0), boxOf(first, 20), media.mp4(8, { brand: 'M4A ' })]),
            'audio/mp4',
            'm4a',
            8,
          ],
        ] as const,
    ),
    // JamesHeinrich/getID3#405: LAME 3.90 to 3.92 leave 417 zeros for a frame that they never write.
    ...[1, 3, 417, 4096, 65_536].map(
      (zeros) => [`an MP3 behind ${zeros} zeros`, behind(Buffer.alloc(zeros)), 'audio/mpeg', 'mp3', 3] as const,
    ),
    [
      'an MP3 behind zeros and a tag',
      Buffer.concat([Buffer.alloc(99), media.mp3(9, { counted: true }).subarray(0, 30), frames]),
      'audio/mpeg',
      'mp3',
      3,
    ],
    ['an MP3 behind an APE tag', behind(ape(300)), 'audio/mpeg', 'mp3', 3],
    ['an MP3 behind an APE tag of a cover', behind(ape(400_000)), 'audio/mpeg', 'mp3', 3],
    ['an MP3 behind zeros and an APE tag', behind(Buffer.alloc(10), ape(64)), 'audio/mpeg', 'mp3', 3],
    ['an MP3 behind both tags', behind(ape(64), Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1')), 'audio/mpeg', 'mp3', 3],
    // thebigmunch/audio-metadata#11: an encoder that was stopped leaves the count at 0. #5 and fly-apps/live_beats#29: no tag, no count.
    ['an MP3 whose frame count is 0', behind(uncounted), 'audio/mpeg', 'mp3', 3],
    ['an MP3 without a tag and a count', behind(), 'audio/mpeg', 'mp3', 3],
    // p2r3/convert#117, island-io/mila#69: Voice Memos of iOS 18 writes sound as QuickTime (`.qta`).
    ['a QTA with its header last', media.mp4(27, { brand: 'qt  ', movieLast: true }), 'video/quicktime', 'mov', 27],
    // block/buzz#5752.
    ['an M4A with its header last', media.mp4(27, { brand: 'M4A ', movieLast: true }), 'audio/mp4', 'm4a', 27],
    // h2non/filetype#37: WhatsApp writes a box of its own before the header.
    [
      'an MP4 with a box that nobody knows',
      Buffer.concat([media.mp4(8).subarray(0, 16), boxOf('beam', 16), media.mp4(8).subarray(16)]),
      'video/mp4',
      'mp4',
      8,
    ],
    ['a WebM whose type is padded', media.webm(5, 'webm\0'), 'video/webm', 'webm', 5],
    ['a JPEG with three megabytes before its frame', withSegments(3_000_000), 'image/jpeg', 'jpg', null],
    // Borewit/music-metadata#707, evuraan/yellowShoes#13, tinyalsa/tinyalsa#16: written to a pipe, or switched off before its end.
    ['a WAV whose data has no length', wavOf(2, 0xffff_ffff), 'audio/wav', 'wav', 2],
    ['a WAV whose data has the length 0', wavOf(2, 0), 'audio/wav', 'wav', 2],
    ['a WAV whose data is longer than itself', wavOf(2, 900_000), 'audio/wav', 'wav', 2],
    // libsndfile/libsndfile#370, #542: Zoom recorders write 393,164 zeros before the data.
    ['a WAV with a list of zeros', withChunk(media.wav(2), 'LIST', 393_164), 'audio/wav', 'wav', 2],
    ['a WAV with a chunk before its format', withChunk(media.wav(2), 'JUNK', 27, 12), 'audio/wav', 'wav', 2],
    ['a WebM', media.webm(12.4), 'video/webm', 'webm', 12],
    ['a WAV', media.wav(2), 'audio/wav', 'wav', 2],
    ['an MP3 by its bit rate', media.mp3(9), 'audio/mpeg', 'mp3', 9],
    ['an MP3 by its frame count', media.mp3(100, { counted: true }), 'audio/mpeg', 'mp3', 100],
    ['a PNG', picture('red'), 'image/png', 'png', null],
    ['a PNG as long as a page that was scrolled through', createCanvas(10, 20_000).toBuffer('image/png'), 'image/png', 'png', null],
    ['a JPEG of the same length', createCanvas(10, 20_000).toBuffer('image/jpeg'), 'image/jpeg', 'jpg', null],
  ] as const)('knows %s and its length', async (_case, bytes, mediaType, suffix, seconds) => {
    expect(await read(bytes)).toEqual({ mediaType, suffix, seconds });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a program', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')],
    ['a zip', Buffer.from('PK\x03\x04', 'latin1')],
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['an AVIF picture', media.mp4(1, { brand: 'avif' })],
    ['a HEIF picture that names a film too', branded('heic', 'mif1', 'iso8')],
    ['a brand that nobody knows, without a film', branded('abcd', 'efgh').subarray(0, 20)],
    ['a text with the name of a box', Buffer.from('carefree, and so on')],
    ...['uuid', 'udta', 'PICT', 'junk', 'pnot', 'skip', 'free', 'wide', 'mdat'].flatMap(
      (first) =>
        [
          [`a ${first} before bytes of no kind`, Buffer.concat([boxOf(first, 40), randomBytes(3000)])],
          [`a ${first} before the name of a film alone`, Buffer.concat([boxOf(first, 40), boxOf('moov', 40)])],
          [`a picture behind ${first}`, Buffer.concat([boxOf(first, 8), branded('heic', 'mif1')])],
        ] as const,
    ),
    // TomWhitwell/SlowMovie#111: the `._` files of macOS beside a film.
    ['what macOS writes beside a film', Buffer.concat([Buffer.from('00051607000200004d6163204f532058', 'hex'), Buffer.alloc(4080)])],
    ['zeros', Buffer.alloc(100_000)],
    ['zeros before a text', Buffer.concat([Buffer.alloc(100), Buffer.from('%PDF-1.7 and more')])],
    ['zeros before one frame alone', Buffer.concat([Buffer.alloc(100), frames.subarray(0, 208), randomBytes(5000).fill(7, 0, 2)])],
    ['too many zeros before frames', Buffer.concat([Buffer.alloc(70_000), frames])],
    ['the tag of Monkey’s Audio', Buffer.concat([ape(80), Buffer.from('MAC \x96\x0f\0\0', 'latin1'), randomBytes(3000)])],
    ['a tag without content', ape(80)],
    ['a FLAC behind an APE tag', Buffer.concat([ape(80), Buffer.from('fLaC\0\0\0\x22', 'latin1'), randomBytes(300)])],
    ['another Matroska', media.webm(5, 'matroska')],
    ['a WebP', Buffer.from('RIFF\x24\0\0\0WEBPVP8L\x10\0\0\0\x2f\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1')],
    ['half a head', Buffer.from('RIFF')],
    [
      'a text in UTF-16 with bytes of a sync word',
      Buffer.from(`\ufeff${Array.from({ length: 900 }, (_, at) => `${'存证'.repeat(30 + (at % 7))}\uf2ff`).join('')}`, 'utf16le'),
    ],
    ['one frame before a text', Buffer.concat([frames.subarray(0, 4), Buffer.from('a text of no sound '.repeat(200))])],
    ['an ID3 tag before bytes of no kind', Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'), randomBytes(20_000)])],
    ['a JPEG XL', Buffer.concat([Buffer.from('ff0a', 'hex'), randomBytes(60_000)])],
  ] as const)('takes %s for no recording', async (_case, bytes) => {
    expect(await read(bytes)).toBeNull();
  });

  it.each(['mp4', 'webm', 'wav', 'mp3'] as const)('survives a %s that is cut off anywhere, or has broken bytes', async (kind) => {
    const whole = media[kind](5).subarray(0, 400);
    for (let length = 0; length < whole.length; length += 3) await read(whole.subarray(0, length));
    for (let at = 0; at < whole.length; at += 1) {
      const broken = Buffer.from(whole);
      broken.fill(at % 2 === 0 ? 0xff : 0, at, Math.min(at + 8, whole.length));
      const found = await read(broken);
      expect(found?.seconds ?? 0).toBeLessThanOrEqual(31_536_000);
    }
    await read(Buffer.concat([whole.subarray(0, 16), randomBytes(100_000)]));
  });
});

describe('a film that was broken off', () => {
  const whole = media.mp4(5, { movieLast: true, dataBytes: 500 });
  const open = Buffer.from(whole);
  open.writeUInt32BE(0, 16);
  const long = Buffer.from(whole);
  long.writeUInt32BE(4_000_000_000, 16);

  it.each([
    ['behind its data', whole.subarray(0, 16 + 508)],
    ['within its data', whole.subarray(0, 300)],
    ['within its index', whole.subarray(0, -4)],
    ['before its data had a length', open.subarray(0, 16 + 508)],
    ['before its data had the right length', long],
    ['behind the data, as a MOV', media.mp4(5, { movieLast: true, brand: 'qt  ' }).subarray(0, 88)],
    ['behind the data, as an M4A', media.mp4(5, { movieLast: true, brand: 'M4A ' }).subarray(0, 88)],
    // anthwlock/untrunc#146.
    ['behind a wide box', Buffer.concat([media.mp4(5, { brand: 'qt  ' }).subarray(0, 16), boxOf('wide', 0), boxOf('mdat', 900)])],
    ['without a file type', whole.subarray(16, 524)],
    ['with fragments of which the first is missing', Buffer.concat([whole.subarray(0, 16), Buffer.from('\0\0\0\x08moof', 'latin1')])],
  ])('%s, is no recording', async (_case, bytes) => {
    expect(await read(bytes)).toBeNull();
    expect(await isBrokenOffMovie(bytesInMemory(bytes))).toBe(true);
  });

  it.each([
    ['a whole film', whole],
    ['a picture', branded('heic', 'mif1', 'heic')],
    ['a text with the name of a box', Buffer.from('carefree, and so on')],
  ])('is not %s', async (_case, bytes) => {
    expect(await isBrokenOffMovie(bytesInMemory(bytes))).toBe(false);
  });
});

describe('endsAsRecording', () => {
  const canvas = createCanvas(40, 30);

  it.each([
    ['an MP4', media.mp4(5)],
    ['an MP4 with its header behind its data', media.mp4(5, { movieLast: true })],
    ['a WAV', media.wav(1)],
    ['a WebM that says its size', media.webm(5, 'webm', true)],
    ['a PNG', canvas.toBuffer('image/png')],
    ['a JPEG', canvas.toBuffer('image/jpeg')],
  ])('knows the end of %s, and no other place for it', async (_kind, whole) => {
    expect(await ends(whole)).toBe(true);
    for (let length = 0; length < whole.length; length += 1) expect(await ends(whole.subarray(0, length)), String(length)).toBe(false);
    expect(await ends(Buffer.concat([whole, Buffer.alloc(1)]))).toBe(false);
  });

  it.each([
    ['an MP3', media.mp3(1)],
    ['a WebM of a live recording', media.webm(5)],
    ['an MP4 in fragments', Buffer.concat([media.mp4(0), Buffer.from('\0\0\0\x08moof', 'latin1')])],
    ['an MP4 whose data reach to the end', Buffer.concat([media.mp4(5), Buffer.from('\0\0\0\0free', 'latin1')])],
    ['too little to tell', Buffer.from('<html>')],
  ])('does not know it of %s', async (_kind, bytes) => {
    expect(await ends(bytes)).toBe(false);
  });

  it.each([
    ['a page', Buffer.from('<!doctype html><title>x</title>')],
    ['bytes of no kind', Buffer.alloc(100, 7)],
  ])('waits for nothing behind %s', async (_kind, bytes) => {
    expect(await ends(bytes)).toBe(true);
  });
});

/** Frames of MPEG-1, layer III, at 44.1 kHz, padded as encoders do. @param rate its index in the header. */
function layerThree(count: number, rate: number, kilobits: number): Buffer {
  const exact = (144_000 * kilobits) / 44_100;
  const all = Array.from({ length: count }, (_, at) => {
    const size = Math.floor((at + 1) * exact) - Math.floor(at * exact);
    const frame = Buffer.alloc(size);
    frame.set([0xff, 0xfb, (rate << 4) | (size > Math.floor(exact) ? 2 : 0), 0xc4]);
    return frame;
  });
  return Buffer.concat(all);
}

describe('the length of an MP3 that counts no frames', () => {
  const seconds = async (bytes: Buffer) => (await readRecording(bytesInMemory(bytes)))?.seconds;
  const [low, high] = [layerThree(1500, 9, 128), layerThree(1500, 14, 320)];

  it('is known where all frames have one bit rate, also behind a tag and before one', async () => {
    const tag = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)]);
    const before = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\x7f', 'latin1'), Buffer.alloc(127)]);
    for (const bytes of [low, high, layerThree(1500, 9, 128), Buffer.concat([before, low]), Buffer.concat([low, tag])])
      expect(await seconds(bytes)).toBe(39);
  });

  it('is not known where any frames have another one, however few, and wherever', async () => {
    for (const other of [1, 3, 7, 41])
      for (const at of [0.01, 0.07, 0.2, 0.33, 0.5, 0.71, 0.93, 0.99]) {
        const place = Math.floor(1500 * at);
        const parts = [layerThree(place, 9, 128), layerThree(other, 14, 320), layerThree(1500 - place, 9, 128)];
        expect([other, at, await seconds(Buffer.concat(parts))]).toEqual([other, at, null]);
      }
  });
});
