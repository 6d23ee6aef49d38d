import { createCanvas } from '@napi-rs/canvas';
import { seeded } from '../data/random.ts';
import screen from './screen.b64?raw';

/** Content of a demo recording's file. The number makes it unique. */
export interface RecordedFile {
  readonly kind: 'film' | 'sound' | 'picture' | 'text';
  readonly number: string;
  readonly seconds: number | null;
}

export const recordedKinds = {
  film: { suffix: 'mp4', mediaType: 'video/mp4' },
  sound: { suffix: 'wav', mediaType: 'audio/wav' },
  picture: { suffix: 'jpg', mediaType: 'image/jpeg' },
  text: { suffix: 'txt', mediaType: 'text/plain' },
} as const;

/** @param madeAt the time that the file states as its own, if its kind has one. */
export function recordedBytes({ kind, number, seconds }: RecordedFile, madeAt: Date): Buffer {
  if (kind === 'film') return film(number, madeAt, seconds ?? Math.round(drawnMs / 1000));
  if (kind === 'sound') return sound(number, seconds ?? 4);
  return kind === 'picture' ? picture(number) : Buffer.from(`没有录制内容 ${number}\n`);
}

/**
 * H.264, drawn for the demo: eight seconds, whose pictures stand longer in a longer film, as on a screen where little moves. The number is
 * in a box at the end that players skip (ISO/IEC 14496-12, 8.1.2).
 */
function film(number: string, madeAt: Date, seconds: number): Buffer {
  const note = Buffer.from(`\0\0\0\0free${number}`, 'latin1');
  note.writeUInt32BE(note.length);
  return Buffer.concat([retimedMovie(Buffer.from(screen, 'base64'), madeAt, seconds), note]);
}

/**
 * Sets the creation and modification times and the length in the version 1 headers of an MP4. The scale of a track is the number of its
 * units in a second. Source: ISO/IEC 14496-12, 8.2.2, 8.3.2, 8.4.2.
 */
function retimedMovie(movie: Buffer, at: Date, seconds: number): Buffer {
  const since1904 = BigInt(Math.floor(at.getTime() / 1000) + secondsFrom1904);
  const headerOf = (name: string): number => {
    const start = movie.indexOf(name) + name.length;
    if (movie[start] !== 1) throw new Error(`the film of the demo has no ${name} of version 1`);
    movie.writeBigUInt64BE(since1904, start + 4);
    movie.writeBigUInt64BE(since1904, start + 12);
    return start;
  };
  const [movieHeader, trackHeader, mediaHeader] = [headerOf('mvhd'), headerOf('tkhd'), headerOf('mdhd')];
  const length = BigInt(seconds * movie.readUInt32BE(movieHeader + 20));
  movie.writeBigUInt64BE(length, movieHeader + 24);
  movie.writeBigUInt64BE(length, trackHeader + 28);
  movie.writeUInt32BE(Math.round((drawnMs * movie.readUInt32BE(mediaHeader + 20)) / 1000 / seconds), mediaHeader + 20);
  return movie;
}

const drawnMs = 7968;
const secondsFrom1904 = 2_082_844_800;

/** A WAV of 8 kHz, 8 bits, one channel: tones that swell and fade. */
function sound(number: string, seconds: number): Buffer {
  const random = seeded('recordings', 'sound', number);
  const rate = 8000;
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + rate * seconds, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(rate * seconds, 40);
  const samples = Buffer.alloc(rate * seconds, 128);
  for (let start = 0; start < samples.length; start += rate / 2) {
    const pitch = random.int(180, 520);
    for (let at = 0; at < rate / 2; at += 1)
      samples[start + at] = Math.round(128 + 40 * Math.sin((Math.PI * at) / (rate / 2)) * Math.sin((2 * Math.PI * pitch * at) / rate));
  }
  return Buffer.concat([head, samples]);
}

/** A sketch of an invented street. */
function picture(number: string): Buffer {
  const random = seeded('recordings', 'picture', number);
  const [width, height] = [720, 960];
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  const sky = pen.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, `hsl(${random.int(195, 220)} 45% 78%)`);
  sky.addColorStop(1, '#e9e4da');
  pen.fillStyle = sky;
  pen.fillRect(0, 0, width, height);
  for (let left = -20; left < width; left += random.int(110, 190)) {
    const top = random.int(240, 560);
    pen.fillStyle = `hsl(${random.int(20, 45)} ${random.int(8, 22)}% ${random.int(48, 70)}%)`;
    pen.fillRect(left, top, random.int(90, 170), height - top);
    pen.fillStyle = 'rgb(255 255 255 / 40%)';
    for (let row = top + 24; row < 720; row += 44)
      for (let column = left + 16; column < left + 80; column += 32) pen.fillRect(column, row, 16, 22);
  }
  pen.fillStyle = '#8c8880';
  pen.fillRect(0, 760, width, 200);
  // Paving stones encode the number: text would look different on a machine with other fonts.
  for (const [at, digit] of [...number].entries()) {
    pen.fillStyle = `hsl(40 6% ${44 + Number.parseInt(digit, 16)}%)`;
    pen.fillRect(12 + (at % 16) * 44, 790 + Math.floor(at / 16) * 44, 40, 40);
  }
  return canvas.toBuffer('image/jpeg', 82);
}
