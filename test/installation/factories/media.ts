import { randomBytes } from 'node:crypto';

/** Small files of the formats of recordings, written by hand from their specifications; each is unique. */
export const media = {
  /** @param movieLast whether the movie header comes after the data, as phones write it. */
  mp4: (seconds: number, { brand = 'isom', version = 0, movieLast = false, dataBytes = 64, madeAt = null as Date | null } = {}) => {
    const movie = box('moov', box('mvhd', movieHeader(seconds, version, madeAt)));
    const data = box('mdat', randomBytes(dataBytes));
    return Buffer.concat([box('ftyp', Buffer.from(`${brand}\0\0\0\0`, 'latin1')), ...(movieLast ? [data, movie] : [movie, data])]);
  },
  /** An MP4 of exactly so many bytes, at least 400. */
  ofBytes: (count: number) => {
    const film = media.mp4(3);
    return Buffer.concat([film, box('free', randomBytes(count - film.length - 8))]);
  },
  wav: (seconds: number) => {
    const data = randomBytes(Math.round(seconds * 8000));
    const head = Buffer.alloc(44);
    head.write('RIFF', 0, 'latin1');
    head.writeUInt32LE(36 + data.length, 4);
    head.write('WAVEfmt ', 8, 'latin1');
    head.writeUInt32LE(16, 16);
    head.writeUInt16LE(1, 20);
    head.writeUInt16LE(1, 22);
    head.writeUInt32LE(8000, 24);
    head.writeUInt32LE(8000, 28);
    head.writeUInt16LE(1, 32);
    head.writeUInt16LE(8, 34);
    head.write('data', 36, 'latin1');
    head.writeUInt32LE(data.length, 40);
    return Buffer.concat([head, data]);
  },
  /** @param sized whether the segment states its size; live recordings leave it unknown. */
  webm: (seconds: number, docType = 'webm', sized = false) => {
    const duration = Buffer.alloc(8);
    duration.writeDoubleBE(seconds * 1000);
    const info = element('1549a966', element('2ad7b1', Buffer.from('0f4240', 'hex')), element('4489', duration));
    const head = element('1a45dfa3', element('4282', Buffer.from(docType)));
    return Buffer.concat(
      sized
        ? [head, element('18538067', info, element('ec', randomBytes(40)))]
        : [head, Buffer.from('1853806701ffffffffffffff', 'hex'), element('ec', randomBytes(10)), info, randomBytes(64)],
    );
  },
  /** Layer III at 64 kbit/s and 44.1 kHz, after a tag. @param counted whether the encoder wrote the frame count. */
  mp3: (seconds: number, { counted = false } = {}) => {
    const head = Buffer.from('fffb5000', 'hex');
    const tag = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\x14', 'latin1'), Buffer.alloc(20)]);
    const count = Buffer.alloc(12);
    count.write('Xing', 0, 'latin1');
    count.writeUInt32BE(1, 4);
    count.writeUInt32BE(Math.round((seconds * 44_100) / 1152), 8);
    const frames = Array.from({ length: counted ? 4 : Math.round((seconds * 8000) / 208) }, () => Buffer.concat([head, Buffer.alloc(204)]));
    if (counted) count.copy(frames[0] ?? head, 36);
    randomBytes(8).copy(frames.at(-1) ?? head, 200);
    return Buffer.concat([tag, ...frames]);
  },
};

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

function movieHeader(seconds: number, version: number, madeAt: Date | null): Buffer {
  const bytes = Buffer.alloc(version === 1 ? 112 : 100);
  bytes[0] = version;
  // Seconds since 1904.
  const made = madeAt ? Math.floor(madeAt.getTime() / 1000) + 2_082_844_800 : 0;
  if (version === 1) bytes.writeBigUInt64BE(BigInt(made), 4);
  else bytes.writeUInt32BE(made, 4);
  if (version === 1) {
    bytes.writeUInt32BE(600, 20);
    bytes.writeBigUInt64BE(BigInt(seconds * 600), 24);
  } else {
    bytes.writeUInt32BE(600, 12);
    bytes.writeUInt32BE(seconds * 600, 16);
  }
  return bytes;
}

function element(id: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x80 | body.length]), body]);
}
