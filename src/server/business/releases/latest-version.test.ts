import { expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';

const installation = testApp({ RATE_LIMIT_PER_MINUTE: '3', PUBLIC_URL: 'https://notary.example' });
const path = '/open/v1/versions/latest?type=1';

it('is told to be unknown before there is one, and no more than the limit of times a minute to one address', async () => {
  for (let call = 0; call < 3; call += 1) {
    const reply = await installation.app.inject({ url: path });
    expect([reply.statusCode, reply.json()]).toEqual([404, { error: { code: 'unknown', message: 'there is no version yet' } }]);
  }
  const reply = await installation.app.inject({ url: path });
  expect([reply.statusCode, reply.json()]).toEqual([429, { error: { code: 'rate', message: 'too many requests, try again later' } }]);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect((await installation.app.inject({ url: path, remoteAddress: '198.51.100.7' })).statusCode).toBe(404);
});
