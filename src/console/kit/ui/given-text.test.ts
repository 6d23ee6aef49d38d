import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { given } from './given-text.tsx';

it.each([
  ['合同\u202efdp.exe', '<bdi>合同␣fdp.exe</bdi>'],
  ['חוזה.pdf', '<bdi>חוזה.pdf</bdi>'],
  ['合同.pdf', '合同.pdf'],
])('%j shows as it is stored, and turns nothing beside it', (text, shown) => {
  expect(renderToStaticMarkup(given(text))).toBe(shown);
});

it('what is no text stays', () => {
  expect([given(null), given(7), given(undefined)]).toEqual([null, 7, undefined]);
});
