import { expect, it } from 'vitest';
import { createSealedClaims } from './sealed-claims.ts';

const key = Buffer.alloc(32, 1);
let now = new Date('2026-01-01T00:00:00Z');
const claims = createSealedClaims<{ id: string }>(key, 'document', 900, () => now);

it('a token opens what it was sealed with until its end, and not a second longer', () => {
  const token = claims.seal({ id: '7' });
  now = new Date('2026-01-01T00:14:59Z');
  expect(claims.open(token)).toEqual({ id: '7' });
  now = new Date('2026-01-01T00:15:00Z');
  expect(claims.open(token)).toBeNull();
});

it('a token of another purpose, of another key, or changed is none', () => {
  const token = claims.seal({ id: '7' });
  expect(claims.open(createSealedClaims(key, 'package', 900, () => now).seal({ id: '7' }))).toBeNull();
  expect(claims.open(createSealedClaims(Buffer.alloc(32, 2), 'document', 900, () => now).seal({ id: '7' }))).toBeNull();
  const [sealed = '', signature = ''] = token.split('.');
  for (const forged of [
    '',
    '.',
    sealed,
    `${sealed}.`,
    `${sealed}.${signature}.x`,
    `${sealed}x.${signature}`,
    `${sealed}.${signature}=`,
    '张.三',
  ])
    expect(claims.open(forged)).toBeNull();
  expect(claims.open(token)).toEqual({ id: '7' });
});
