import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkEnvironment, targetClock } from './environment.ts';

const ownSite = '，是出具机构自己的网站，本次取证固定使用该结果';
const sameAddress = '，与出具机构自己的网站或者取证机的地址相同，本次取证固定使用该结果';
const date = 'Fri, 02 Jan 2026 08:00:00 GMT';

// RFC 9111, 5.1: a cache sends the Date of the origin, and how long it has kept the answer.
it.each([
  [null, true, '相差2秒'],
  ['0', true, '相差2秒'],
  ['7200', true, '相差2秒'],
  ['now', false, '相差7202秒'],
  ['-7200', false, '相差7202秒'],
])('the clock of a target is its Date and the age of the answer: %s', (age, passed, words) => {
  const now = Date.parse(date) + 2000 + (words.includes('7202') || age === '7200' ? 7_200_000 : 0);
  const item = targetClock({ date, age }, now);
  expect(item).toMatchObject({ passed, finding: expect.stringContaining(words) as string });
  expect(item.raw).toContain(age === null ? `date: ${date}\nlocal` : `age: ${age}\n`);
});

it('a target without a Date is compared with nothing', () => {
  expect(targetClock({ date: null, age: '5' }, 0)).toMatchObject({ passed: true, finding: '目标网站没有给出时间，未作比对' });
});

it.each([
  [true, ['127.0.0.1'], true, 'a 解析到内部网络地址 127.0.0.1，本次取证固定使用该结果'],
  [false, ['127.0.0.1'], false, 'a 解析到内部网络地址 127.0.0.1'],
  [true, ['93.184.216.34'], true, 'a 解析到 93.184.216.34，本次取证固定使用该结果'],
  [false, ['93.184.216.34', '2001:db8::1'], true, `a 解析到 93.184.216.34, 2001:db8::1${sameAddress}`],
  [false, ['93.184.216.99'], true, `a 解析到 93.184.216.99${sameAddress}`],
  [false, ['93.184.216.34'], true, `notary.example 解析到 93.184.216.34${ownSite}`],
  [false, ['93.184.216.34'], true, `WWW.notary.example. 解析到 93.184.216.34${ownSite}`],
  [false, ['93.184.216.34'], true, 'xnotary.example 解析到 93.184.216.34，本次取证固定使用该结果'],
])(
  'says of an address that it is inside or the own one, also where such are captured: %s %s',
  async (allowPrivate, addresses, passed, finding) => {
    const [host = ''] = finding.split(' ');
    const profileFolder = await mkdtemp(join(tmpdir(), 'notary-environment-'));
    try {
      const { items } = await checkEnvironment(
        {
          hostsFile: '/dev/null',
          routeFile: '/dev/null',
          environment: {},
          databaseTime: async () => new Date(),
          ownHosts: ['notary.example'],
          ntp: async () => ({ state: 'unknown', source: '', raw: '' }),
        },
        {
          host,
          answer: { addresses, from: 'test' },
          ownAddresses: ['93.184.216.99', '2001:db8::1'],
          profileFolder,
          build: { version: 'x', path: '/x', sha256: 'ab' },
          isPrivate: (address) => address.startsWith('127.'),
          allowPrivate,
          isBracketed: false,
        },
      );
      expect(items.find(({ item }) => item === 'dns')).toMatchObject({ passed, finding });
    } finally {
      await rm(profileFolder, { recursive: true });
    }
  },
);
