import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createLinkSigner, type LinkedFile } from './signed-links.ts';

const key = randomBytes(32);
const start = new Date('2026-11-21T02:00:00Z');
let now = start;
const links = createLinkSigner(key, () => now);
const file: LinkedFile = { sha256: 'a'.repeat(64), name: '身份证 正面.jpg', mediaType: 'image/jpeg', disposition: 'inline' };
const tokenOf = (path: string): string => path.split('/')[2] ?? '';
const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);

describe('a signed link', () => {
  it('opens what it was made for, and says for how long', () => {
    now = start;
    const path = links.sign(file);
    expect(path).toMatch(/^\/files\/[\w-]+\.[\w-]{43}\/%E8%BA%AB/);
    expect(links.verify(tokenOf(path))).toEqual({ ...file, holder: null, secondsLeft: 900 });
  });

  it('is over when its time is', () => {
    now = start;
    const token = tokenOf(links.sign(file, 60));
    now = after(59);
    expect(links.verify(token)?.secondsLeft).toBe(1);
    now = after(60);
    expect(links.verify(token)).toBeNull();
  });

  it('is refused with any one of its characters changed', () => {
    now = start;
    const token = tokenOf(links.sign(file));
    for (let at = 0; at < token.length; at += 1) {
      for (const other of ['A', 'B', 'Q', '_', '.', '=']) {
        const forged = token.slice(0, at) + other + token.slice(at + 1);
        if (forged !== token) expect(links.verify(forged), `${other} at ${at}`).toBeNull();
      }
    }
  });

  it.each(['', '.', '..', 'a.b', 'a.b.c', '\0', '身份证.身份证', 'x'.repeat(100_000)])('is not %j', (token) => {
    expect(links.verify(token)).toBeNull();
  });

  it('of another key is refused', () => {
    now = start;
    expect(links.verify(tokenOf(createLinkSigner(randomBytes(32), () => now).sign(file)))).toBeNull();
  });

  it.each([
    ['a name with a path in it', '../../etc/passwd', '__.._etc_passwd'],
    ['a dot, which is a path', '..', '_'],
    ['no name', '', '_'],
    ['half a character', '\ud83d.jpg', '\ufffd.jpg'],
  ])('is made for %s', (_case, name, shown) => {
    now = start;
    const path = links.sign({ ...file, name });
    expect(new URL(path, 'http://host').pathname).toBe(path);
    expect(decodeURIComponent(path.split('/').slice(3).join('/'))).toBe(shown);
    expect(links.verify(tokenOf(path))?.name).toBe(shown);
  });
});
