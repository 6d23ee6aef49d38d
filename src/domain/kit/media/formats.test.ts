import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../../test/cpu-time.ts';
import samples from '../../../../test/installation/factories/media-samples.json' with { type: 'json' };
import { rounds } from '../../../../test/rounds.ts';
import { bytesInMemory } from './byte-source.ts';
import { readFileMetadata } from './file-metadata.ts';
import { isCompleteRecording, mayBeginRecording, readRecording } from './recording.ts';
import { unsupportedFormat } from './unsupported.ts';

/** Made by ffmpeg 5.1; of what is not accepted, the first 600 bytes or 1100. */
const sample = (name: keyof typeof samples): Buffer => inflateSync(Buffer.from(samples[name], 'base64'));

// The expected values are those of ffprobe 5.1 (length) and exiftool 12.57 (type, times). A 3GP is an MP4 of older phones, and served so.
describe.each([
  ['mpeg4.mp4', 'video/mp4', 'mp4', 3, {}],
  ['faststart.mp4', 'video/mp4', 'mp4', 3, {}],
  ['h264.mp4', 'video/mp4', 'mp4', 3, {}],
  ['hvc1.mp4', 'video/mp4', 'mp4', 3, {}],
  ['xavc.mp4', 'video/mp4', 'mp4', 3, {}],
  ['unknown-brand.mp4', 'video/mp4', 'mp4', 3, {}],
  ['phone.3gp', 'video/mp4', 'mp4', 3, {}],
  ['phone.3g2', 'video/mp4', 'mp4', 3, {}],
  ['film.mov', 'video/quicktime', 'mov', 3, {}],
  ['timed.mp4', 'video/mp4', 'mp4', 3, { containerAt: '2026-01-02T03:04:05.000Z' }],
  ['zoned.mov', 'video/quicktime', 'mov', 3, { zonedAt: '2026-01-01T19:04:05.000Z' }],
  ['sound.m4a', 'audio/mp4', 'm4a', 3, {}],
  // h2non/filetype#112, openclaw/openclaw#111177: the sound recorders of Android write the brands of films.
  ['voice.mp4', 'audio/mp4', 'm4a', 3, {}],
  ['voice.3gp', 'audio/mp4', 'm4a', 3, {}],
  // sindresorhus/file-type#599: Safari's MediaRecorder.
  ['live-voice.mp4', 'audio/mp4', 'm4a', 3, {}],
  ['screen.webm', 'video/webm', 'webm', 3, {}],
  ['live.webm', 'video/webm', 'webm', null, {}],
  ['sound.mp3', 'audio/mpeg', 'mp3', 3, {}],
  ['bitrate.mp3', 'audio/mpeg', 'mp3', 3, {}],
  ['sound.wav', 'audio/wav', 'wav', 3, {}],
  ['sound-rf64.wav', 'audio/wav', 'wav', 3, {}],
  ['picture.jpg', 'image/jpeg', 'jpg', null, {}],
  ['timed.jpg', 'image/jpeg', 'jpg', null, { takenLocal: '2026-01-02T03:04:05', zonedAt: '2026-01-01T19:04:05.000Z' }],
  ['picture.png', 'image/png', 'png', null, {}],
  // No header states its length.
  ['fragments.mp4', 'video/mp4', 'mp4', 3, {}],
] as const)('%s', (name, mediaType, suffix, seconds, times) => {
  const bytes = sample(name);
  const source = bytesInMemory(bytes);

  it('has its type, length and time', async () => {
    expect(await readRecording(source)).toEqual({ mediaType, suffix, seconds });
    expect(await readFileMetadata(source)).toMatchObject({
      mediaType,
      seconds,
      containerAt: null,
      zonedAt: null,
      takenLocal: null,
      ...times,
    });
  });

  it('is not refused by any of its beginnings', () => {
    for (let length = 0; length < Math.min(bytes.length, 700); length += 1) {
      expect(mayBeginRecording(bytes.subarray(0, length)), String(length)).toBe(true);
      expect(unsupportedFormat(bytes.subarray(0, length))).toBeNull();
    }
  });
});

describe('a recording that states more bytes than there are', () => {
  it.each([
    ['faststart.mp4', 0.9],
    ['fragments.mp4', 0.9],
    ['live-voice.mp4', 0.5],
    ['screen.webm', 0.5],
    ['sound.mp3', 0.5],
  ] as const)('is broken off: %s', async (name, part) => {
    const bytes = sample(name);
    expect(await readFileMetadata(bytesInMemory(bytes))).not.toHaveProperty('isBrokenOff');
    expect(await readFileMetadata(bytesInMemory(bytes.subarray(0, Math.floor(bytes.length * part))))).toMatchObject({ isBrokenOff: true });
  });

  it.each(['mpeg4.mp4', 'h264.mp4', 'film.mov', 'sound.m4a', 'voice.3gp'] as const)('is an index without its film: %s', async (name) => {
    const bytes = sample(name);
    const at = bytes.indexOf('moov') - 4;
    const index = Buffer.concat([bytes.subarray(0, bytes.readUInt32BE(0)), bytes.subarray(at, at + bytes.readUInt32BE(at))]);
    expect(await readFileMetadata(bytesInMemory(bytes))).not.toHaveProperty('isBrokenOff');
    expect(await readFileMetadata(bytesInMemory(index))).toMatchObject({ isBrokenOff: true, seconds: 3 });
  });
});

/** A file type box. */
const typed = (...brands: string[]): Buffer => {
  const box = Buffer.from(`\0\0\0\0ftyp${brands[0] ?? ''}\0\0\0\0${brands.slice(1).join('')}`, 'latin1');
  box.writeUInt32BE(box.length);
  return box;
};

const oggPage = Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0\x01\x02\x03\x04\0\0\0\0\0\0\0\0\x01\x2a', 'latin1');
/** A tag of at most 127 × 128 bytes. */
const id3 = (size: number): Buffer =>
  Buffer.concat([Buffer.from('ID3\x04\0\0\0\0', 'latin1'), Buffer.from([size >> 7, size & 127]), Buffer.alloc(size)]);

describe('a tag of many bytes', () => {
  it.each([
    ['FLAC', sample('sound.flac')],
    ['AAC', sample('sound.aac')],
    ['text', Buffer.from('<!doctype html>')],
  ])('makes no MP3 of %s', async (_kind, bytes) => {
    expect(await readRecording(bytesInMemory(Buffer.concat([id3(16_000), bytes])))).toBeNull();
  });

  it('leaves an MP3 one', async () => {
    const bytes = Buffer.concat([id3(16_000), id3(300), sample('sound.mp3')]);
    expect(await readRecording(bytesInMemory(bytes))).toEqual({ mediaType: 'audio/mpeg', suffix: 'mp3', seconds: 3 });
  });
});

describe.each([
  ['Matroska', 'MP4', sample('film.mkv')],
  ['AVI', 'MP4', sample('film.avi')],
  ['WMV', 'MP4', sample('film.wmv')],
  ['FLV', 'MP4', sample('film.flv')],
  ['MPEG-PS', 'MP4', sample('film.mpg')],
  ['MPEG-TS', 'MP4', sample('film.ts')],
  ['MPEG-TS', 'MP4', sample('film.m2ts')],
  // ffmpeg -f mxf; a camera's material has the same key.
  ['MXF', 'MP4', Buffer.concat([Buffer.from('060e2b34020501010d0102010102040083000068', 'hex'), Buffer.alloc(200)])],
  ['AAC (ADTS)', 'M4A', sample('sound.aac')],
  ['AMR', 'M4A', Buffer.from('#!AMR\n\x3c\x91\x17\x16\xbe\x66\x79', 'latin1')],
  ['AMR', 'M4A', Buffer.from('#!AMR-WB\n\x24\x10\x20\x30', 'latin1')],
  // njh/twolame#100, Borewit/music-metadata#2643: taken for an MP3, of another length.
  ['MP2', 'M4A', sample('sound.mp2')],
  ['MP2', 'M4A', sample('high.mp2')],
  ['MP2', 'M4A', Buffer.concat([id3(63), sample('sound.mp2')])],
  ['Ogg', 'M4A', sample('sound.ogg')],
  ['Ogg', 'M4A', sample('sound.opus')],
  ['Ogg', 'MP4', Buffer.concat([oggPage, Buffer.from('\x80theora\x03\x02\x01', 'latin1')])],
  ['Ogg', 'MP4', Buffer.concat([oggPage, Buffer.from('fishead\0\x03\0', 'latin1'), oggPage, Buffer.from('\x80theora', 'latin1')])],
  ['FLAC', 'M4A', sample('sound.flac')],
  ['FLAC', 'M4A', Buffer.concat([id3(20), sample('sound.flac')])],
  ['FLAC', 'M4A', Buffer.concat([id3(20), id3(130), sample('sound.flac')])],
  ['AAC (ADTS)', 'M4A', Buffer.concat([id3(63), sample('sound.aac')])],
  ['AIFF', 'M4A', Buffer.concat([id3(5), sample('sound.aiff')])],
  ['AIFF', 'M4A', sample('sound.aiff')],
  ['AVIF', 'JPEG', sample('picture.avif')],
  ['AVIF', 'JPEG', typed('mif1', 'miaf', 'avif')],
  ['AVIF', 'JPEG', typed('miaf', 'avis', 'msf1')],
  ['HEIF', 'JPEG', typed('mif1', 'miaf')],
  ['HEIC', 'JPEG', typed('heic', 'mif1', 'heic')],
  ['HEIC', 'JPEG', typed('mif1', 'heic', 'miaf')],
  ['HEIC', 'JPEG', typed('hevc', 'msf1')],
  ['CR3', 'JPEG', typed('crx ', 'isom')],
  ['WebP', 'JPEG', sample('picture.webp')],
  ['GIF', 'JPEG', sample('picture.gif')],
  ['BMP', 'JPEG', sample('picture.bmp')],
  ['TIFF', 'JPEG', sample('picture.tiff')],
  ['JPEG 2000', 'JPEG', sample('picture.jp2')],
] as const)('%s', (name, instead, bytes) => {
  it('is known by its beginning, and no recording', async () => {
    expect(unsupportedFormat(bytes)).toMatchObject({ name, instead });
    expect(mayBeginRecording(bytes)).toBe(false);
    expect(await readRecording(bytesInMemory(bytes))).toBeNull();
  });
});

describe('headers of chance', () => {
  const wholes = Object.keys(samples).map((name) => sample(name as keyof typeof samples));

  it('cause no error and no pause', { timeout: 1_800_000 }, async () => {
    // A generator with a seed, so that a failure can be repeated (mulberry32).
    let state = 33;
    const random = (below: number): number => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
    };
    let slowestMs = 0;
    for (let round = 0; round < rounds(headers); round += 1) {
      const whole = wholes[random(wholes.length)] ?? Buffer.alloc(0);
      const bytes = Buffer.from(whole.subarray(0, random(4) === 0 ? random(whole.length) : whole.length));
      for (let change = random(8); change > 0 && bytes.length > 0; change -= 1) {
        const at = random(random(2) === 0 ? Math.min(64, bytes.length) : bytes.length);
        bytes.fill([0, 0xff, 0x7f, random(256)][random(4)] ?? 0, at, Math.min(bytes.length, at + 1 + random(8)));
      }
      const began = cpuMs();
      const source = bytesInMemory(bytes);
      const found = await readRecording(source);
      await readFileMetadata(source);
      await isCompleteRecording(source);
      slowestMs = Math.max(slowestMs, cpuMs() - began);
      expect(found === null || found.seconds === null || (found.seconds >= 0 && found.seconds <= 31_536_000)).toBe(true);
    }
    expect(slowestMs).toBeLessThan(5000);
  });
});

const headers = Number(process.env['MEDIA_HEADERS'] ?? 30_000);
