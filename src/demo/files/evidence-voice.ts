import type { Random } from '../data/random.ts';

/** A WAV of 8 kHz, 8 bits, one channel: syllables of a humming voice with pauses between them. */
export function voice(random: Random, seconds: number): Buffer {
  const samples = Buffer.alloc(rate * seconds, 128);
  for (let start = 400; start < samples.length; ) {
    const length = random.int(900, 2200);
    const pitch = random.int(95, 210);
    for (let at = 0; at < length && start + at < samples.length; at += 1) {
      const swell = Math.sin((Math.PI * at) / length);
      const wave =
        Math.sin((2 * Math.PI * pitch * at) / rate) +
        0.5 * Math.sin((4 * Math.PI * pitch * at) / rate) +
        0.25 * Math.sin((14 * Math.PI * pitch * at) / rate);
      samples[start + at] = Math.round(128 + 48 * swell * wave);
    }
    start += length + random.int(120, 1500);
  }
  return Buffer.concat([header(samples.length), samples]);
}

const rate = 8000;

/** RIFF header of PCM samples. */
function header(sizeBytes: number): Buffer {
  const bytes = Buffer.alloc(44);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + sizeBytes, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(sizeBytes, 40);
  return bytes;
}
