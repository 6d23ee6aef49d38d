/** Incremental SM3. */
export interface Sm3Hash {
  update(bytes: Uint8Array): Sm3Hash;
  /** 32 bytes; call once. */
  digest(): Uint8Array;
}

/** SM3 of the bytes: 32 bytes. Source: GB/T 32905-2016. */
export function sm3(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createSm3();
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export function createSm3(): Sm3Hash {
  const state = Uint32Array.from(initial);
  const block = new Uint8Array(blockBytes);
  let heldBytes = 0;
  let totalBytes = 0;

  const hash: Sm3Hash = {
    update(bytes) {
      totalBytes += bytes.length;
      let at = 0;
      if (heldBytes > 0) {
        at = Math.min(bytes.length, blockBytes - heldBytes);
        block.set(bytes.subarray(0, at), heldBytes);
        heldBytes += at;
        if (heldBytes < blockBytes) return hash;
        compress(state, block, 0);
        heldBytes = 0;
      }
      for (; at + blockBytes <= bytes.length; at += blockBytes) compress(state, bytes, at);
      block.set(bytes.subarray(at));
      heldBytes = bytes.length - at;
      return hash;
    },
    digest() {
      const bitsHigh = Math.floor(totalBytes / 0x2000_0000);
      const bitsLow = (totalBytes * 8) >>> 0;
      const padding = new Uint8Array((heldBytes < 56 ? 64 : 128) - heldBytes);
      padding[0] = 0x80;
      const view = new DataView(padding.buffer);
      view.setUint32(padding.length - 8, bitsHigh);
      view.setUint32(padding.length - 4, bitsLow);
      hash.update(padding);
      const digest = new Uint8Array(32);
      const words = new DataView(digest.buffer);
      state.forEach((word, place) => words.setUint32(place * 4, word));
      return digest;
    },
  };
  return hash;
}

/** The compression function over the 64 bytes at `offset`. Source: GB/T 32905-2016, 5.3. */
function compress(state: Uint32Array, bytes: Uint8Array, offset: number): void {
  const words = schedule;
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, blockBytes);
  for (let j = 0; j < 16; j += 1) words[j] = view.getUint32(j * 4);
  for (let j = 16; j < 68; j += 1) {
    const mixed = word(words, j - 16) ^ word(words, j - 9) ^ rotate(word(words, j - 3), 15);
    words[j] = mixed ^ rotate(mixed, 15) ^ rotate(mixed, 23) ^ rotate(word(words, j - 13), 7) ^ word(words, j - 6);
  }
  let [a, b, c, d] = [word(state, 0), word(state, 1), word(state, 2), word(state, 3)];
  let [e, f, g, h] = [word(state, 4), word(state, 5), word(state, 6), word(state, 7)];
  for (let j = 0; j < 64; j += 1) {
    const isEarly = j < 16;
    const rotated = rotate(a, 12);
    const ss1 = rotate((rotated + e + word(constants, j)) | 0, 7);
    const ff = isEarly ? a ^ b ^ c : (a & b) | (a & c) | (b & c);
    const gg = isEarly ? e ^ f ^ g : (e & f) | (~e & g);
    const tt1 = (ff + d + (ss1 ^ rotated) + (word(words, j) ^ word(words, j + 4))) | 0;
    const tt2 = (gg + h + ss1 + word(words, j)) | 0;
    d = c;
    c = rotate(b, 9);
    b = a;
    a = tt1;
    h = g;
    g = rotate(f, 19);
    f = e;
    e = tt2 ^ rotate(tt2, 9) ^ rotate(tt2, 17);
  }
  state[0] = word(state, 0) ^ a;
  state[1] = word(state, 1) ^ b;
  state[2] = word(state, 2) ^ c;
  state[3] = word(state, 3) ^ d;
  state[4] = word(state, 4) ^ e;
  state[5] = word(state, 5) ^ f;
  state[6] = word(state, 6) ^ g;
  state[7] = word(state, 7) ^ h;
}

function word(words: Uint32Array, at: number): number {
  return words[at] ?? 0;
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}

const blockBytes = 64;
/** Reused for every block; safe because no block awaits anything. */
const schedule = new Uint32Array(68);
const initial = [0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e];
/** Each constant is already rotated for its round. */
const constants = Uint32Array.from({ length: 64 }, (_, j) => rotate(j < 16 ? 0x79cc4519 : 0x7a879d8a, j % 32));
