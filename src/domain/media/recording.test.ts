import { createCanvas } from '@napi-rs/canvas';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { picture } from '../../../test/installation/intake.ts';
import { media } from '../../../test/installation/factories/media.ts';
import { bytesInMemory } from './byte-source.ts';
import { isCompleteRecording, readRecording } from './recording.ts';

const ends = (bytes: Buffer) => isCompleteRecording(bytesInMemory(bytes));
const read = (bytes: Buffer) => readRecording(bytesInMemory(bytes));

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
    ['another Matroska', media.webm(5, 'matroska')],
    ['a WebP', Buffer.from('RIFF\x24\0\0\0WEBPVP8L\x10\0\0\0\x2f\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1')],
    ['half a head', Buffer.from('RIFF')],
  ])('takes %s for no recording', async (_case, bytes) => {
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
