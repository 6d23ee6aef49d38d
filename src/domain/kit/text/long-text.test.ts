import { expect, it } from 'vitest';
import { cpuMs } from '../../../../test/cpu-time.ts';
import { identityNumber, identitySpellings } from './identity-number.ts';
import { maskIdNumber } from './masking.ts';
import { phoneNumber } from './phone-number.ts';
import * as typed from './typed.ts';
import { visibleText, withoutHidden } from './visible-text.ts';

const { typedCode, typedNumber, typedHash, typedAccount, typedEmail, typedName, typedPhone, typedUsername, typedKeyword } = typed;
const readers = { phoneNumber, identityNumber, identitySpellings, maskIdNumber, visibleText, withoutHidden };
const words = { typedCode, typedNumber, typedHash, typedAccount, typedEmail, typedName, typedPhone, typedUsername, typedKeyword };
/** What an expression may read in more than one way. */
const pieces = ['1', '1-', ' ', "'", '(', '1x', '，', '王 ', '\u200d', 'ب\u200d', '【', '\u3000', '&n=', 'A1', '王·', '编'];

// Before anybody signs in, /open/v1/verify and the captcha read such texts.
it.each(Object.entries({ ...readers, ...words }))('%s reads 100,000 characters of any kind without a pause', (_name, read) => {
  for (const piece of pieces)
    for (const [first, last] of [
      ['', ''],
      ['1', '1'],
      ['王', '!'],
    ]) {
      const began = cpuMs();
      read(`${first}${piece.repeat(100_000 / piece.length)}${last}`);
      expect(cpuMs() - began, piece).toBeLessThan(2000);
    }
});

it('a number among what is pasted with it may have hundreds of characters', () => {
  const hash = 'ab'.repeat(32);
  expect(typedHash(`${hash}  /${'path/'.repeat(50)}file.txt`)).toBe(hash);
  expect(typedNumber(`https://notary.example/verify?${'x=1&'.repeat(50)}n=${'AB'.repeat(16)}`)).toBe('AB'.repeat(16));
  expect(typedKeyword('x'.repeat(401))).toHaveLength(401);
});
