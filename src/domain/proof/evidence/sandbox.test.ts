import { expect, it } from 'vitest';
import { isSandboxLog } from './sandbox.ts';

it.each([
  ['notary.example/sandbox-log', true],
  ['localhost/sandbox-log', true],
  ['notary.example/log', false],
  ['sandbox-log.example/log', false],
  ['notary.example/sandbox-log/log', false],
  ['', false],
])('knows a sandbox by the last part of the name of its log: %s', (origin, isSandbox) => {
  expect(isSandboxLog(origin)).toBe(isSandbox);
});
