import { describe, expect, it } from 'vitest';
import { compareVersions, versionParts } from './version.ts';

describe('a version number', () => {
  it.each([
    ['1.10.0', [1, 10]],
    ['1', [1]],
    ['0.0', []],
    ['01.2', [1, 2]],
    ['1.0.0.7', [1, 0, 0, 7]],
    ['999999999.1', [999_999_999, 1]],
  ])('%s has the parts %o', (text, parts) => {
    expect(versionParts(text)).toEqual(parts);
  });

  it.each(['', 'v1.0', '1.', '.1', '1..2', '1.2.3.4.5', '1.2-beta', '１.２', '1.0 ', '-1', '1234567890', '1,2', '1\n'])(
    '%o is none',
    (text) => {
      expect(versionParts(text)).toBeNull();
    },
  );

  it.each([
    ['1.9.9', '1.10.0', -1],
    ['2.0', '10.0', -1],
    ['1.2', '1.2.0.0', 0],
    ['1.2.1', '1.2', 1],
    ['1', '0.999999999', 1],
  ])('%s compares with %s as %d', (a, b, sign) => {
    expect(Math.sign(compareVersions(versionParts(a) ?? [], versionParts(b) ?? []))).toBe(sign);
    expect(Math.sign(compareVersions(versionParts(b) ?? [], versionParts(a) ?? []))).toBe(0 - sign);
  });
});
