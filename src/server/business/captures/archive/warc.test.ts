import { open, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readResponse } from './warc-response.ts';
import { createWarc } from './warc.ts';

/** A text as the archive holds it: its type, and its bytes in hex. */
async function kept(type: string, body: Buffer, readAs?: string): Promise<[string | undefined, string]> {
  const folder = await mkdtemp(join(tmpdir(), 'notary-warc-'));
  try {
    const warc = createWarc(join(folder, 'a.warc.gz'), { software: 'test' });
    await warc.add({
      url: 'https://www.example.com/',
      method: 'GET',
      at: new Date(0),
      requestHeaders: [],
      requestBody: null,
      status: 200,
      statusText: 'OK',
      responseHeaders: [{ name: 'Content-Type', value: type }],
      body,
      ...(readAs !== undefined && { readAs }),
      address: undefined,
    });
    await warc.close();
    const [entry = { offset: 0, length: 0 }] = warc.written().index;
    const file = await open(join(folder, 'a.warc.gz'));
    const response = await readResponse(file, entry, 1_000_000);
    await file.close();
    return [response.headers.find(({ name }) => name === 'Content-Type')?.value, response.body.toString('hex')];
  } finally {
    await rm(folder, { recursive: true });
  }
}

const hex = (text: string) => Buffer.from(text).toString('hex');

it('a page without a charset is kept with the one by which the browser read it', async () => {
  expect(await kept('text/html', Buffer.from('<p>中文'), 'windows-1252')).toEqual(['text/html; charset=windows-1252', hex('<p>中文')]);
  expect(await kept('text/html', Buffer.from('d6d0cec4', 'hex'), 'GBK')).toEqual(['text/html; charset=gbk', 'd6d0cec4']);
});

it('a page that names its charset itself was decoded by that, and is kept as UTF-8', async () => {
  const page = '<meta charset="gbk"><p>中文';
  expect(await kept('text/html', Buffer.from(page), 'GBK')).toEqual(['text/html; charset=utf-8', hex(page)]);
});

it('a plain text without a charset is kept in the bytes that the site sent', async () => {
  expect(await kept('text/plain', Buffer.from('ÖÐÎÄ'), 'GBK')).toEqual(['text/plain; charset=gbk', 'd6d0cec4']);
  expect(await kept('text/plain', Buffer.from('ä¸\u00adæ–‡'), 'windows-1252')).toEqual(['text/plain; charset=windows-1252', hex('中文')]);
  expect(await kept('text/html', Buffer.from('中文'), 'UTF-16LE')).toEqual(['text/html; charset=utf-8', hex('中文')]);
});

it('a text with a charset in its header is kept as the browser decoded it', async () => {
  expect(await kept('text/plain; charset=gbk', Buffer.from('中文'))).toEqual(['text/plain; charset=utf-8', hex('中文')]);
});
