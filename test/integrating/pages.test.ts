import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { signWebhook } from '../../src/client/webhook.ts';
import { eventTypes, openEvent } from '../../src/contract/open/events.ts';
import { captureNoteCodes } from '../../src/domain/proof/web-archive/capture-notes.ts';
import { openRefusals } from '../../src/contract/open/refusals.ts';
import { tool } from '../installation/tool.ts';

const python = tool('python3');
const folder = join(import.meta.dirname, '../../docs/integrating');
const page = (name: string) => readFile(join(folder, name), 'utf8');
const cells = (text: string) =>
  text.split('\n').flatMap((line) => (line.startsWith('| `') ? [line.split('|').map((cell) => cell.trim())] : []));
const words = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);

it('lists every refusal with its status, and no other', async () => {
  const listed = cells(await page('errors.md')).map(([, code, status]) => [words(code)[0], Number(status)]);
  expect(Object.fromEntries(listed)).toEqual(openRefusals);
});

it('lists every type of event with its data, and no other', async () => {
  const rows = cells(await page('events.md')).flatMap(([, types, data]) => words(types).map((type) => [type, words(data)] as const));
  expect(rows.map(([type]) => type).toSorted()).toEqual([...eventTypes].toSorted());
  const shapes = new Map(openEvent.options.map(({ shape }) => [shape.type.value as string, Object.keys(shape.data.shape)]));
  for (const [type, keys] of rows) expect(['user_id', ...keys].toSorted()).toEqual(shapes.get(type)?.toSorted());
});

it.skipIf(python.isMissing)(`verifies webhooks in Python as the client signs them${python.note}`, async () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const [id, body] = ['evt_1', '{"type":"webhook.test","名":"值"}'];
  const verify = (seconds: number, signature: string, sent = body) =>
    new Promise<string>((resolve) => {
      const words = [join(folder, 'verify-webhook.py'), id, String(seconds), signature];
      const child = execFile('python3', words, { env: { ...process.env, WEBHOOK_SECRET: secret } }, (_error, stdout) =>
        resolve(stdout.trim()),
      );
      child.stdin?.end(sent);
    });
  const now = Math.floor(Date.now() / 1000);
  const signature = signWebhook(secret, id, now, body);
  expect(await verify(now, `v1a,AAAA ${signature}`)).toBe('genuine');
  expect(await verify(now, signature, `${body} `)).toBe('refused');
  expect(await verify(now - 400, signWebhook(secret, id, now - 400, body))).toBe('refused');
});

it('lists every note of a capture, and no other', async () => {
  const listed = cells(await page('captures.md')).flatMap(([, codes]) => words(codes));
  expect(listed.filter((code) => !['label', 'accept', 'device'].includes(code)).toSorted()).toEqual([...captureNoteCodes].toSorted());
});

it('names a test that exists for everything that is taken or not', async () => {
  const rows = (await page('inputs.md')).split('\n').filter((line) => line.startsWith('| ') && !line.endsWith('| 测试 |'));
  expect(rows.length).toBeGreaterThan(15);
  for (const row of rows) expect([row, existsSync(join(folder, '../..', words(row).at(-1) ?? ''))]).toEqual([row, true]);
});
