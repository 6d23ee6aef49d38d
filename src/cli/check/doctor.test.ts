import { expect, it } from 'vitest';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { doctor } from './doctor.ts';

it('refuses a word too many', async () => {
  await expect(doctor.runStandalone({ args: ['now'], config: readConfig({}) })).rejects.toThrow('"now" is a word too many');
});
