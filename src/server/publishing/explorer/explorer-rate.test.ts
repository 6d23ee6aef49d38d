import { expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';

const installation = testApp({ RATE_LIMIT_PER_MINUTE: '2' });

it('an address that asks too often waits', async () => {
  const ask = () => installation.app.inject({ url: '/open/v1/explorer?q=1' });
  expect([(await ask()).statusCode, (await ask()).statusCode]).toEqual([200, 200]);
  const third = await ask();
  expect(third.statusCode).toBe(429);
  expect(third.headers['retry-after']).toBeDefined();
});
