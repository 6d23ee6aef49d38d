import { expect, it } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { phoneNumber } from '../../../domain/kit/text/phone-number.ts';

const database = testDatabase();

/** Numbers as release 1.0.0 took them: 5 to 20 digits, `+` and `-`. */
function stored(): string[] {
  const begins = ['', '+', '00', '+86', '+86-', '0086', '86', '86-', '+086', '+8686', '86-86', '+86+86', '0', '17951', '12593', '-', '+-'];
  const codes = [
    '+44',
    '0044',
    '00-44-',
    '+33',
    '0049',
    '+1',
    '001',
    '+39',
    '0039',
    '+225',
    '+852',
    '852',
    '852-',
    '853-',
    '886',
    '886-',
    '00852-',
    '+886',
    '+81',
    '+378',
    '+62',
  ];
  const lines = `
    13704098599 137-0409-8599 1370409859 137040985991 13704098599-1 17000000000 1440012345678 106481234567 021-63210000
    02163210000 0216321000 21-63210000 2163210000 10-88001234 1088001234 571-88001234 63210000 0571-88001234-801
    021-6321-0000-8001 021-63210000- 6321-0000 63210000-12 63210000-63210001 400-800-1234 4008001234-801 4008001234801
    95588 10010 2079460958 02079460958 020-7946-0958 7921123456 07921-123-456 006982127 00000 12345 12345678901234567890
    0-0-0-0-0 1+2345 91234567 9123-4567 66123456 912345678 0912345678 2-27208889 8-800-555-3535
  `
    .trim()
    .split(/\s+/);
  return [...new Set([...begins, ...codes].flatMap((begin) => lines.map((line) => begin + line)))].filter((one) =>
    /^[0-9+-]{5,20}$/.test(one),
  );
}

it('the key of a stored number is what the same number is when it is entered now', async () => {
  const numbers = stored();
  const { rows } = await database.pool.query<{ given: string; key: string; again: string }>(
    'select given, telephone_number(given) as key, telephone_number(telephone_number(given)) as again from unnest($1::text[]) given',
    [numbers],
  );
  const wrong = rows.filter(({ given, key, again }) => key !== (phoneNumber(given) ?? given) || again !== key);
  expect(wrong.map(({ given, key }) => [given, key, phoneNumber(given)])).toEqual([]);
});

it('the key of random digits, dashes and pluses is that number too', async () => {
  let seed = 61;
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const numbers = Array.from({ length: 5000 }, () =>
    Array.from({ length: 5 + next(16) }, () => '0123456789018642000111--+0'[next(26)]).join(''),
  );
  const { rows } = await database.pool.query<{ given: string; key: string }>(
    'select given, telephone_number(given) as key from unnest($1::text[]) given',
    [numbers],
  );
  expect(rows.filter(({ given, key }) => key !== (phoneNumber(given) ?? given))).toEqual([]);
});
