import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** A colour for a number: no two of one page are alike. */
export function colourOf(at: number): string {
  return createHash('md5').update(`colour ${at}`).digest('hex').slice(0, 6);
}

/** A PNG of 32 by 32 pixels of one colour. */
export function colourBlock(colour: string): Buffer {
  const pixel = Buffer.from(colour, 'hex');
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: 32 }, () => pixel)]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(32, 0);
  head.writeUInt32BE(32, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const data = deflateSync(Buffer.concat(Array.from({ length: 32 }, () => row)));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
