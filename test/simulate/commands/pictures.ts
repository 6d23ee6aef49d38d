import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { crc32 } from './crc.ts';
import type { Dice } from '../model/dice.ts';

/** The pictures that a submission needs (intake, POST /users/{user_id}/verification). */
export function pictureParts(type: 1 | 2, dice: Dice): Record<string, Buffer> {
  const names = type === 2 ? ['license', 'author_front', 'author_back', 'file'] : ['author_front', 'author_back', 'author_hand'];
  return Object.fromEntries(names.map((name) => [name, pictures[dice.below(pictures.length)] ?? randomBytes(0)]));
}

/** A few small PNG of one colour: drawn once, since it is not pictures that are looked at here. */
const pictures = Array.from({ length: 8 }, (_, at) => png(8, 8, at * 31));

function png(width: number, height: number, grey: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.concat(Array.from({ length: height }, () => Buffer.from([0, ...Array.from({ length: width }, () => grey)])));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([head, named, sum]);
}
