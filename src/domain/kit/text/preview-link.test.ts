import { describe, expect, it } from 'vitest';
import { decodePreviewLink, encodePreviewLink, type PreviewPlaces } from './preview-link.ts';

const own = 'https://notary.example';
const places: PreviewPlaces = {
  own: [own, 'http://127.0.0.1:8080'],
  swap: { fromHost: 'oss.old.example', toOrigin: 'https://cos.new.example' },
};
const decoded = (address: string) => decodePreviewLink(encodePreviewLink(address), places);

describe('a preview link', () => {
  it('is 23 random characters and base64 that fits a path', () => {
    const address = `${own}/s/>>>???~~~`;
    const link = encodePreviewLink(address);
    expect(link).toMatch(/^[A-Za-z0-9]{23}[A-Za-z0-9+*]+=*$/);
    expect(link).toContain('*');
    expect(link.slice(23)).toBe(Buffer.from(address).toString('base64').replaceAll('/', '*'));
    expect(encodePreviewLink(address).slice(0, 23)).not.toBe(link.slice(0, 23));
  });

  it.each([`${own}/s/abc`, `${own}/files/token/%E5%BD%95.mp4?x=1`, 'http://127.0.0.1:8080/s/abc'])('gives back %s', (address) => {
    expect(decoded(address)).toBe(address);
  });

  it('swaps the old storage host for the new one', () => {
    expect(decoded('http://oss.old.example/a/b.mp4?k=1')).toBe('https://cos.new.example/a/b.mp4?k=1');
    expect(decoded('https://cos.new.example/a/b.mp4')).toBe('https://cos.new.example/a/b.mp4');
    expect(decodePreviewLink(encodePreviewLink('http://oss.old.example/a'), { ...places, swap: null })).toBeNull();
  });

  it('carries letters of any script', () => {
    expect(decoded(`${own}/s/证据`)).toBe(`${own}/s/%E8%AF%81%E6%8D%AE`);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//evil.example/s/x',
    '/s/x',
    'https:/evil',
    'https://evil.example/s/x',
    `https://notary.example@evil.example/s/x`,
    `https://user@notary.example/s/x`,
    `https://user:pw@notary.example/s/x`,
    'https:\\\\evil.example/s/x',
    'https://notary.example\\@evil.example/s/x',
    'https://notary.example.evil.example/s/x',
    'http://notary.example/s/x',
    'https://notary.example:444/s/x',
    'http://169.254.169.254/latest',
    'ftp://notary.example/s/x',
    'blob:https://notary.example/s/x',
    ' https://notary.example/s/x',
    'https://notary.example/s/x\n',
    'https://notary.example/api/export/userExport',
    'https://notary.example/s/../api/user/logout',
    'https://notary.example/s/',
    'https://cos.new.example.evil/x',
    '',
  ])('opens nothing for %j', (address) => {
    expect(decoded(address)).toBeNull();
  });

  it.each([
    '',
    'x',
    'a'.repeat(23),
    `${'a'.repeat(23)}%%%`,
    `${'a'.repeat(23)}aHR0cHM6Ly9ub3RhcnkuZXhhbXBsZS9zL2E=x`,
    `${'a'.repeat(23)}${Buffer.from([0xff, 0xfe, 0xfd]).toString('base64')}`,
  ])('opens nothing for a text that is no link: %j', (link) => {
    expect(decodePreviewLink(link, places)).toBeNull();
  });

  it('wants a prefix of 23 characters', () => {
    expect(() => encodePreviewLink(own, 'short')).toThrow(RangeError);
  });
});
