import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { TransportError } from '../../kit/net/request.ts';
import { CallRefused } from '../../kit/net/verdict.ts';
import { uploadPackage, type PackageCalls, type Uploaded } from './upload-package.ts';

const pieceBytes = 4;
const done = { path: 'reference' } as Uploaded;
const bytes = (text: string) => new File([text], 'notary.apk');
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** A server that receives chunks; the calls named in `faults` fail. */
function line(faults: Record<number, Error> = {}, kept: string[] = []) {
  const sent: string[] = [];
  const waits: number[] = [];
  const attempts: number[] = [];
  const shares: number[] = [];
  const abort = new AbortController();
  let call = 0;
  let held = [...kept];
  const next = () => {
    const fault = faults[(call += 1)];
    if (fault) throw fault;
  };
  const calls: PackageCalls = {
    async begin(_name, _size, isAnew) {
      sent.push(isAnew ? 'begin anew' : 'begin');
      next();
      if (isAnew) held = [];
      return {
        upload: 'u',
        piece_bytes: pieceBytes,
        pieces: held.map((text, at) => ({ start: at * pieceBytes, size: text.length, sha256: hashOf(text) })),
      };
    },
    async chunk(_upload, offset, sha256, blob) {
      const text = await blob.text();
      sent.push(`${offset} ${text}`);
      next();
      if (hashOf(text) !== sha256) throw new CallRefused(430, 'hash');
      held.push(text);
      return { offset: offset + text.length };
    },
    async finish() {
      sent.push('finish');
      next();
      return done;
    },
    async wait(ms) {
      waits.push(ms);
    },
  };
  const run = (file: File) =>
    uploadPackage(file, calls, {
      signal: abort.signal,
      progress: (share) => shares.push(share),
      retrying: (attempt) => attempts.push(attempt),
    });
  return { run, sent, waits, attempts, shares, abort };
}
const broken = new TransportError('network');

describe('a chunked upload', () => {
  it('sends each chunk once while the connection holds, and reports progress', async () => {
    const { run, sent, shares, waits } = line();
    expect(await run(bytes('aaaabbbbcc'))).toBe(done);
    expect(sent).toEqual(['begin', '0 aaaa', '4 bbbb', '8 cc', 'finish']);
    expect(shares).toEqual([0, 0.4, 0.8, 1]);
    expect(waits).toEqual([]);
  });

  it('resumes from the last acknowledged chunk after a broken connection, and waits longer each time', async () => {
    const { run, sent, waits, attempts } = line({ 3: broken, 4: broken, 5: new CallRefused(502, '服务暂不可用') });
    expect(await run(bytes('aaaabbbb'))).toBe(done);
    expect(sent).toEqual(['begin', '0 aaaa', '4 bbbb', '4 bbbb', '4 bbbb', '4 bbbb', 'finish']);
    expect(waits).toEqual([1000, 2000, 4000]);
    expect(attempts.filter((attempt) => attempt > 0)).toEqual([1, 2, 3]);
    expect(attempts.at(-1)).toBe(0);
  });

  it('gives up after a few tries at one place', async () => {
    const { run, waits } = line({ 2: broken, 3: broken, 4: broken, 5: broken, 6: broken });
    await expect(run(bytes('aaaabbbb'))).rejects.toBe(broken);
    expect(waits).toEqual([1000, 2000, 4000, 8000]);
  });

  it('resumes with the chunks of an earlier attempt', async () => {
    const { run, sent } = line({}, ['aaaa', 'bbbb']);
    expect(await run(bytes('aaaabbbbcc'))).toBe(done);
    expect(sent).toEqual(['begin', '8 cc', 'finish']);
  });

  it('starts over where another file of that name and size was uploaded', async () => {
    const { run, sent } = line({}, ['aaaa', 'xxxx']);
    expect(await run(bytes('aaaabbbbcc'))).toBe(done);
    expect(sent).toEqual(['begin', 'begin anew', '0 aaaa', '4 bbbb', '8 cc', 'finish']);
  });

  it('asks again for an answer that got lost at the end', async () => {
    const { run, sent } = line({ 3: new TransportError('timeout') });
    expect(await run(bytes('aaaa'))).toBe(done);
    expect(sent.slice(-2)).toEqual(['finish', 'finish']);
  });

  it.each([1, 2, 3])('is over at once when call %i is refused', async (at) => {
    const refused = new CallRefused(403, '安装包不能超过1 MB，所选文件为2 MB');
    const { run, waits } = line({ [at]: refused });
    await expect(run(bytes('aaaa'))).rejects.toBe(refused);
    expect(waits).toEqual([]);
  });

  it('is not tried again once it was called off', async () => {
    const { run, abort, sent } = line({ 2: broken });
    abort.abort();
    await expect(run(bytes('aaaa'))).rejects.toBe(broken);
    expect(sent).toEqual(['begin', '0 aaaa']);
  });
});
