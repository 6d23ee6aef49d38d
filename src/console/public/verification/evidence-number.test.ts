import { describe, expect, it } from 'vitest';
import { numberFault } from './use-verify-form.ts';

const hex = (digits: number): string => '0123456789abcdef'.repeat(8).slice(0, digits);

describe('what is wrong with a number', () => {
  it.each([hex(32), hex(32).toUpperCase(), `编号：${hex(32)}`, hex(32).replaceAll(/.{4}/g, '$& ')])('nothing: %s', (text) => {
    expect(numberFault(text)).toBe('');
  });

  it.each([
    [hex(64), '填写的有64位，与SHA-256、SM3哈希一样长'],
    [hex(64).toUpperCase(), '填写的有64位，与SHA-256、SM3哈希一样长'],
    [` ${hex(64)}\n`, '填写的有64位，与SHA-256、SM3哈希一样长'],
    [`sha256:${hex(64)}`, '填写的有64位，与SHA-256、SM3哈希一样长'],
    [`SHA-256：${hex(64)}`, '填写的有64位，与SHA-256、SM3哈希一样长'],
    [`${hex(64)}  合同.pdf`, '填写的有64位，与SHA-256、SM3哈希一样长'],
    [`SHA256 (a.pdf) = ${hex(64)}`, '填写的有64位，与SHA-256、SM3哈希一样长'],
    [hex(64).replaceAll(/..(?=.)/g, '$&:'), '填写的有64位，与SHA-256、SM3哈希一样长'],
    [hex(64).replaceAll(/.{8}/g, '$& '), '填写的有64位，与SHA-256、SM3哈希一样长'],
    [hex(40), '填写的有40位，与SHA-1哈希一样长'],
    [hex(96), '填写的有96位，与SHA-384哈希一样长'],
    [hex(128), '填写的有128位，与SHA-512哈希一样长'],
  ])('a hash, and what to do instead: %s', (text, words) => {
    expect(numberFault(text)).toBe(`${words}，不是存证编号；请填写证书上的32位编号，或选择文件，由本页计算哈希后核对`);
  });

  it.each(['123', hex(31), hex(33), hex(63), `${hex(31)}G`, 'g'.repeat(64), '合同'])('its form: %s', (text) => {
    expect(numberFault(text)).toBe('存证编号为32位，由数字和字母A至F组成');
  });
});
