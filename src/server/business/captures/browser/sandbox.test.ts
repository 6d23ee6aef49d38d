import { expect, it } from 'vitest';
import { readConfig } from '../../../platform/runtime/config.ts';
import { rootRule } from './sandbox.ts';

it.each([
  ['in production', { NODE_ENV: 'production' }, 0, 'refused'],
  ['in production, where somebody says so', { NODE_ENV: 'production', CAPTURE_WITHOUT_SANDBOX: '1' }, 0, 'without sandbox'],
  ['elsewhere', {}, 0, 'without sandbox'],
  ['as another user', { NODE_ENV: 'production' }, 1000, 'not root'],
] as const)('captures of root %s', (_where, environment, uid, rule) => {
  expect(rootRule(readConfig(environment), uid)).toBe(rule);
});
