import { expect, it } from 'vitest';
import { matchScreen } from '../../app/screens.tsx';
import { addressOf, applicationPath } from './address.ts';

it('leads from a row to its page and back to what names it', () => {
  const row = { userId: '7', dataId: '0A', orderId: '900719925474099312', type: 2 };
  expect(applicationPath(row)).toBe('/evidence/results/7/0A/900719925474099312/2');
  const found = matchScreen(applicationPath(row));
  expect(found?.screen.title).toBe('出证详情');
  expect(addressOf(found?.params ?? {})).toEqual({ ...row, type: '2' });
});
