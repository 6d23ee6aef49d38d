import { randomBytes } from 'node:crypto';
import type { Decrypter } from 'age-encryption';
import { AgeFault, nonceBytes, openPayload, sealPayload } from './age-payload.ts';
import { CommandError } from '../../lib/command.ts';

/** How a place's files are written: unencrypted, or in the age format for one recipient (`age -d` opens them too). */
export interface Sealer {
  /** Suffix of the file names. */
  readonly suffix: '' | '.age';
  seal(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

/** How a place's files are read. */
export interface Opener {
  /** @throws AgeFault, possibly after some bytes, for a file that was changed or that another key encrypted. */
  open(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

export const plain: Sealer & Opener = { suffix: '', seal: (source) => source, open: (source) => source };

/** @param recipient `age1…` */
export function sealerFor(recipient: string): Sealer {
  return {
    suffix: '.age',
    async *seal(source) {
      const { header, fileKey } = await newHeader(recipient);
      const nonce = randomBytes(nonceBytes);
      yield Buffer.concat([header, nonce]);
      yield* sealPayload(fileKey, nonce, source);
    },
  };
}

/** @param identity `AGE-SECRET-KEY-1…` @throws CommandError */
export async function openerOf(identity: string): Promise<Opener> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(identity);
  } catch {
    throw new CommandError('The key is no identity of age (AGE-SECRET-KEY-1…).');
  }
  return {
    async *open(source) {
      const chunks = source[Symbol.asyncIterator]();
      const { fileKey, nonce, rest } = await readHeader(decrypter, chunks);
      yield* openPayload(fileKey, nonce, remainder(rest, chunks));
    },
  };
}

export async function recipientOf(identity: string): Promise<string> {
  const { identityToRecipient } = await import('age-encryption');
  return identityToRecipient(identity).catch(() => {
    throw new CommandError('The key is no identity of age (AGE-SECRET-KEY-1…).');
  });
}

/** A new identity, and the same one encrypted with a passphrase, as `age-keygen | age -p` writes it. */
export async function newIdentity(passphrase: string, workFactor?: number): Promise<{ identity: string; sealed: Uint8Array }> {
  const { Encrypter, generateX25519Identity } = await import('age-encryption');
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  if (workFactor !== undefined) encrypter.setScryptWorkFactor(workFactor);
  return { identity, sealed: await encrypter.encrypt(`${identity}\n`) };
}

/** @throws CommandError for a wrong passphrase or a changed file. */
export async function unlockIdentity(sealed: Uint8Array, passphrase: string): Promise<string> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const text = await decrypter.decrypt(sealed, 'text').catch(() => {
    throw new CommandError('The passphrase does not open key.age of the backups, or that file was changed.');
  });
  return identityIn(text);
}

/** The first identity of a file that age-keygen wrote; comments are skipped. @throws CommandError */
export function identityIn(text: string): string {
  const found = /^AGE-SECRET-KEY-1[0-9A-Z]+$/m.exec(text);
  if (!found) throw new CommandError('The file of the key has no line AGE-SECRET-KEY-1…');
  return found[0];
}

/** @throws CommandError */
export async function checkRecipient(recipient: string): Promise<void> {
  if (!/^age1[02-9ac-hj-np-z]{58}$/.test(recipient)) throw new CommandError(`"${recipient}" is no recipient of age (age1…).`);
  await newHeader(recipient).catch(() => {
    throw new CommandError(`"${recipient}" is no recipient of age (age1…).`);
  });
}

/** The package makes the header and its keys. The empty file that it seals after the header is cut off. */
async function newHeader(recipient: string): Promise<{ header: Uint8Array; fileKey: Uint8Array }> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  let fileKey: Uint8Array = new Uint8Array();
  encrypter.addRecipient(recipient);
  encrypter.addRecipient({
    wrapFileKey(key) {
      fileKey = Uint8Array.from(key);
      return [];
    },
  });
  const whole = await encrypter.encrypt(new Uint8Array());
  return { header: whole.subarray(0, -(nonceBytes + emptyPayloadBytes)), fileKey };
}

const emptyPayloadBytes = 16;
/** A header for one recipient has about two hundred bytes. */
const longestHeader = 8192;

async function readHeader(decrypter: Decrypter, chunks: AsyncIterator<Uint8Array>) {
  let held = Buffer.alloc(0);
  for (;;) {
    const end = headerEnd(held);
    if (end > 0 && held.length >= end + nonceBytes) {
      const fileKey = await decrypter.decryptHeader(held.subarray(0, end)).catch(() => {
        throw new AgeFault();
      });
      return { fileKey, nonce: held.subarray(end, end + nonceBytes), rest: held.subarray(end + nonceBytes) };
    }
    const next = await chunks.next();
    if (next.done === true || held.length > longestHeader + nonceBytes) throw new AgeFault();
    held = Buffer.concat([held, next.value]);
  }
}

/** Offset after the line with the header's MAC; 0 while that line is incomplete. */
function headerEnd(bytes: Buffer): number {
  const at = bytes.indexOf('\n--- ');
  return at < 0 ? 0 : bytes.indexOf('\n', at + 1) + 1;
}

async function* remainder(first: Uint8Array, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => chunks };
}
