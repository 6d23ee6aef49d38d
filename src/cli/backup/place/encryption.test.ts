import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Encrypter } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tool } from '../../../../test/installation/tool.ts';
import { identityIn, newIdentity, openerOf, recipientOf, sealerFor, unlockIdentity } from './encryption.ts';

const run = promisify(execFile);
let folder: string;
let identity: string;
let sealed: Uint8Array;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-age-'));
  ({ identity, sealed } = await newIdentity('four words of it', 10));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Sizes around the ends of chunks, the format's edge cases. */
const sizes = [0, 1, 65_535, 65_536, 65_537, 131_072, 300_000];
const sealBytes = async (bytes: Uint8Array) => buffer(Readable.from(sealerFor(await recipientOf(identity)).seal(Readable.from([bytes]))));
const openBytes = async (bytes: Uint8Array) => buffer(Readable.from((await openerOf(identity)).open(Readable.from([bytes]))));

describe('a file in the format of age', () => {
  it.each(sizes)('of %i bytes is opened again, also what the package wrote, and also in the smallest pieces', async (size) => {
    const bytes = randomBytes(size);
    expect(bytes.equals(await openBytes(await sealBytes(bytes)))).toBe(true);
    const encrypter = new Encrypter();
    encrypter.addRecipient(await recipientOf(identity));
    const theirs = await encrypter.encrypt(bytes);
    expect(bytes.equals(await openBytes(theirs))).toBe(true);
    const inPieces = Readable.from(
      Array.from({ length: Math.ceil(theirs.length / 1000) }, (_, at) => theirs.slice(at * 1000, at * 1000 + 1000)),
    );
    expect(bytes.equals(await buffer(Readable.from((await openerOf(identity)).open(inPieces))))).toBe(true);
  });

  it('with a byte changed, with its end cut off or with something behind it is refused', async () => {
    const whole = await sealBytes(randomBytes(131_072));
    for (const at of [30, 150, 220, 65_900, whole.length - 1]) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(openBytes(changed), String(at)).rejects.toThrow('it is not what was encrypted');
    }
    for (const odd of [whole.subarray(0, -1), whole.subarray(0, -65_552), whole.subarray(0, 100), Buffer.concat([whole, Buffer.from('x')])])
      await expect(openBytes(odd), String(odd.length)).rejects.toThrow('it is not what was encrypted');
  });

  it('is refused to another key, and its key to another passphrase', async () => {
    const other = await newIdentity('another', 10);
    const bytes = await sealBytes(Buffer.from('ours'));
    const read = (await openerOf(other.identity)).open(Readable.from([bytes]));
    await expect(buffer(Readable.from(read))).rejects.toThrow('it is not what was encrypted');
    expect(await unlockIdentity(sealed, 'four words of it')).toBe(identity);
    await expect(unlockIdentity(sealed, 'four words')).rejects.toThrow('The passphrase does not open key.age');
    expect(() => identityIn('age1xyz')).toThrow('has no line AGE-SECRET-KEY-1');
  });
});

const age = tool('age');

describe.skipIf(age.isMissing)(`Debian’s age${age.note}`, () => {
  it.each(sizes)('opens what is written here, of %i bytes', async (size) => {
    const bytes = randomBytes(size);
    await writeFile(join(folder, 'key'), `# a key\n${identity}\n`);
    await writeFile(join(folder, 'file.age'), await sealBytes(bytes));
    const opened = await run(age.path, ['-d', '-i', join(folder, 'key'), join(folder, 'file.age')], { encoding: 'buffer' });
    expect(bytes.equals(opened.stdout)).toBe(true);
    expect(identityIn(await readFile(join(folder, 'key'), 'utf8'))).toBe(identity);
  });

  it('writes what is opened here', async () => {
    const bytes = randomBytes(200_000);
    await writeFile(join(folder, 'theirs'), bytes);
    await run(age.path, ['-r', await recipientOf(identity), '-o', join(folder, 'theirs.age'), join(folder, 'theirs')]);
    expect(bytes.equals(await openBytes(await readFile(join(folder, 'theirs.age'))))).toBe(true);
  });
});
