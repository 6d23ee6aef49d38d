import fastify from 'fastify';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sandboxWords } from '../../domain/evidence/sandbox.ts';
import { serveConsole } from './console-files.ts';

const page = '<!doctype html>\n<html lang="zh-CN">\n<body>\n<div id="root"></div></body></html>';
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'notary-console-'));
  await mkdir(join(root, 'assets'));
  await writeFile(join(root, 'index.html'), page);
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function served(mark: string | null, url: string): Promise<string> {
  const app = fastify();
  await serveConsole(app, root, mark);
  return (await app.inject({ url })).body;
}

it.each([
  '/',
  '/login',
  '/verify',
  '/explorer/search',
  '/mobile/previewImg/x',
  '/evidence/certificate',
  '/certificate/1/2',
  '/open/client',
])('bears the mark of a sandbox before a script has run: %s', async (url) => {
  const body = await served(sandboxWords, url);
  expect(body).toContain(`<body><p id="mark" role="note">${sandboxWords}</p>`);
  expect(body).toContain('<html data-marked lang="zh-CN">');
});

it('is the built page, byte for byte, in an installation that counts', async () => {
  expect(await served(null, '/verify')).toBe(page);
});
