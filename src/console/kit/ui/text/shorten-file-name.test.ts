import { expect, it } from 'vitest';
import { codePointLength } from '../../../../domain/kit/text/length.ts';
import { shortenFileName } from './shorten-file-name.ts';

it('a name of 45 characters stays whole', () => {
  const name = `${'证'.repeat(41)}.pdf`;
  expect(shortenFileName(name)).toBe(name);
});

it('a name of 46 characters is cut to 45 with an ellipsis and keeps its extension', () => {
  const short = shortenFileName(`${'证'.repeat(42)}.pdf`);
  expect(short).toBe(`${'证'.repeat(40)}….pdf`);
  expect(codePointLength(short)).toBe(45);
});

it('characters beyond the basic plane count as one and are never cut in half', () => {
  expect(shortenFileName('𠮷'.repeat(45))).toBe('𠮷'.repeat(45));
  expect(shortenFileName('𠮷'.repeat(60))).toBe(`${'𠮷'.repeat(44)}…`);
});
