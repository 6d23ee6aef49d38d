import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pageCaptures, replay } from '../../../../../test/installation/factories/page-captures.ts';
import { webSite } from '../../../../../test/installation/servers/web-site.ts';

const site = webSite();
const { capture, failing } = pageCaptures();
const asIs = { accept: 'as_is' } as const;
const megabyte = 1_048_576;
const asked = (path: string) => site.asked.filter((one) => one === path).length;
const zip = { 'content-type': 'application/zip' };

describe('a file in place of a page', () => {
  it('is kept byte for byte, with the answer in the archive, and asked for once', async () => {
    const sent = Buffer.alloc(30 * megabyte, 'a file of some length, ');
    site.on('/large.zip', (_, response) => response.writeHead(200, { ...zip, 'x-own': 'seen', etag: '"1"' }).end(sent));
    const { captured, folder, read, events } = await capture(`${site.origin}/large.zip`, asIs);
    expect(captured.files.map(({ name, mediaType }) => `${name} ${mediaType}`)).toEqual([
      'original-1.zip application/zip',
      'original-4.warc.gz application/warc',
      'environment-check.json application/json',
      'capture-log.jsonl application/jsonl',
    ]);
    expect((await read('original-1.zip')).equals(sent)).toBe(true);
    const answered = (await replay(join(folder, 'original-4.warc.gz'))).get(`${site.origin}/large.zip`);
    expect([answered?.status, answered?.headers['x-own'], answered?.body.equals(sent)]).toEqual([200, 'seen', true]);
    expect(captured.notes).toEqual([
      { code: 'file', text: '目标网址的应答是文件“large.zip”（31,457,280 字节，类型 application/zip），原样保存' },
    ]);
    expect([captured.fileName, asked('/large.zip'), events('file').length]).toEqual(['large.zip', 1, 1]);
  });

  it('of a 404 is archived as a 404', async () => {
    site.on('/gone.zip', (_, response) => response.writeHead(404, zip).end('PK'));
    const { captured, folder } = await capture(`${site.origin}/gone.zip`, asIs);
    expect(captured.notes.map(({ code }) => code)).toEqual(['file', 'http_status']);
    expect((await replay(join(folder, 'original-4.warc.gz'))).get(`${site.origin}/gone.zip`)?.status).toBe(404);
  });

  it('is no result of a capture of pages', async () => {
    site.on('/page.zip', (_, response) => response.writeHead(200, zip).end('PK'));
    expect(await failing(`${site.origin}/page.zip`)).toBe('目标网址是文件下载，不是网页');
  });
});

describe('a hostile server', () => {
  const bomb = gzipSync(Buffer.alloc(300 * megabyte));
  it.each<[string, string, (response: ServerResponse) => void]>([
    ['sends more than the limit', '文件超过上限（4MB）', (response) => void response.writeHead(200, zip).end(Buffer.alloc(9 * megabyte))],
    [
      'sends a gzip bomb',
      '文件超过上限（4MB）',
      (response) => void response.writeHead(200, { ...zip, 'content-encoding': 'gzip' }).end(bomb),
    ],
    [
      'sends less than its Content-Length',
      '目标网站的应答中途断开',
      (response) => {
        response.writeHead(200, { ...zip, 'content-length': '90000', 'accept-ranges': 'bytes', etag: '"1"' }).write('half');
        setTimeout(() => response.destroy(), 100);
      },
    ],
    [
      'breaks a chunked answer off',
      '目标网站的应答中途断开',
      (response) => {
        response.writeHead(200, zip).write('half');
        setTimeout(() => response.destroy(), 100);
      },
    ],
    [
      'trickles for ever',
      '取证超时（20秒）',
      (response) => {
        response.writeHead(200, zip);
        const timer = setInterval(() => response.write('x'), 100);
        response.once('close', () => clearInterval(timer));
      },
    ],
  ])('that %s fails the capture and is asked once', async (name, reason, answer) => {
    const path = `/${encodeURIComponent(name)}`;
    site.on(path, (_, response) => answer(response));
    const limits = { maxFileBytes: 4 * megabyte, maxSeconds: 20 };
    expect(await failing(`${site.origin}${path}`, { ...asIs, limits })).toBe(reason);
    expect(asked(path)).toBe(1);
  });
});
