import { expect, it } from 'vitest';
import { browserName } from './browser-name.ts';

it.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
    'Safari 16 · iOS',
  ],
  ['Mozilla/5.0 (Linux; U; Android 4.0.3) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile', 'Android'],
  // A header may be this long; an expression that began anew at each number took many seconds.
  ['Version/0'.repeat(100_000), ''],
])('names the browser and the system of %.60s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
