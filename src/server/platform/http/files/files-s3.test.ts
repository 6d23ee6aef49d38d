import fastify, { type FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasS3, startS3, storageUrl, type S3Server } from '../../../../../test/installation/s3/server.ts';
import { readStorageUrl } from '../../installation/storage-url.ts';
import { createS3Store } from '../../storage/s3/store.ts';
import { createLinkSigner, type LinkedFile } from '../../storage/signed-links.ts';
import type { ObjectStore } from '../../storage/store.ts';
import { filesRoutes } from './files.ts';
import { secureHeaders } from '../security.ts';

const links = createLinkSigner(randomBytes(32));
const content = '0123456789';
const faulty = new Set<string>();

describe.skipIf(!hasS3)('a signed link of an S3 deployment', () => {
  let s3: S3Server;
  let store: ObjectStore;
  let app: FastifyInstance;
  let picture: LinkedFile;
  beforeAll(async () => {
    s3 = await startS3();
    store = await createS3Store(s3.place());
    app = await appOf(store);
    const { sha256 } = await store.put(Readable.from([Buffer.from(content)]), { maxBytes: 100 });
    picture = { sha256, name: '身份证.jpg', mediaType: 'image/jpeg', disposition: 'inline' };
  });
  afterAll(async () => {
    await app?.close();
    s3?.stop();
  });

  it('leads on to a presigned one, which gives the file by its name and type, whole or by ranges', async () => {
    const reply = await app.inject({ url: links.sign(picture, 600) });
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([302, 'no-store']);
    const link = new URL(reply.headers.location ?? '');
    expect(link.origin).toBe(store.direct?.origin);
    expect([600, 599]).toContain(Number(link.searchParams.get('X-Amz-Expires')));
    const file = await fetch(link);
    expect([file.status, await file.text(), file.headers.get('content-type')]).toEqual([200, content, 'image/jpeg']);
    expect(file.headers.get('content-disposition')).toBe(`inline; filename="___.jpg"; filename*=UTF-8''%E8%BA%AB%E4%BB%BD%E8%AF%81.jpg`);
    expect(await (await fetch(link, { headers: { range: 'bytes=2-4' } })).text()).toBe('234');
  });

  it.each(['image/svg+xml', 'text/html', 'application/xhtml+xml', 'application/pdf', 'text/plain'])(
    'of what a browser would run or guess at is answered here, inert: %s',
    async (mediaType) => {
      const reply = await app.inject({ url: links.sign({ ...picture, mediaType }) });
      expect([reply.statusCode, reply.body]).toEqual([200, content]);
      expect(reply.headers['content-security-policy']).toMatch(/^sandbox;/);
      const saved = await app.inject({ url: links.sign({ ...picture, mediaType, disposition: 'attachment' }) });
      expect(saved.statusCode).toBe(302);
      expect((await fetch(saved.headers.location ?? '')).headers.get('content-disposition')).toMatch(/^attachment;/);
    },
  );

  it('answers HEAD here, and refuses what is over or not there', async () => {
    const head = await app.inject({ method: 'HEAD', url: links.sign(picture) });
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, '10']);
    expect((await app.inject({ url: links.sign(picture, 0) })).statusCode).toBe(404);
    expect((await app.inject({ url: links.sign({ ...picture, sha256: '0'.repeat(64) }) })).statusCode).toBe(404);
  });

  it('leads nowhere once the scrub found the object faulty, though the storage still has something of that name', async () => {
    const url = links.sign(picture);
    faulty.add(picture.sha256);
    const reply = await app.inject({ url });
    expect([reply.statusCode, reply.headers.location]).toEqual([404, undefined]);
    faulty.clear();
    expect((await app.inject({ url })).statusCode).toBe(302);
  });

  it('may be shown by the console: its policy names the storage for pictures, media and frames, and for nothing that runs', async () => {
    const policy = String((await app.inject({ url: '/none' })).headers['content-security-policy']);
    const allowed = policy.split(';').filter((directive) => directive.includes(`http://127.0.0.1:${s3.port}`));
    expect(allowed.map((directive) => directive.trim().split(' ')[0])).toEqual(['img-src', 'media-src', 'frame-src']);
  });

  it('stays here with ?presign=0: every byte comes from the server itself', async () => {
    const place = s3.place();
    const own = await appOf(await createS3Store(readStorageUrl(storageUrl(place, { presign: '0' }), {})));
    const reading = await createS3Store(place);
    await reading.put(Readable.from([Buffer.from(content)]), { maxBytes: 100 });
    for (const mediaType of ['image/jpeg', 'video/mp4', 'application/pdf', 'application/octet-stream'])
      for (const disposition of ['inline', 'attachment'] as const) {
        const url = links.sign({ ...picture, mediaType, disposition });
        const whole = await own.inject({ url });
        expect([whole.statusCode, whole.body, whole.headers.location]).toEqual([200, content, undefined]);
        const part = await own.inject({ url, headers: { range: 'bytes=2-4' } });
        expect([part.statusCode, part.body, part.headers.location]).toEqual([206, '234', undefined]);
      }
    expect((await own.inject({ url: '/none' })).headers['content-security-policy']).not.toContain('http:');
    await own.close();
  });
});

async function appOf(store: ObjectStore): Promise<FastifyInstance> {
  const app = fastify();
  await secureHeaders(app, store.direct?.origin);
  await app.register(async (files) =>
    filesRoutes(files, { store, links, stillHolds: async () => true, isFaulty: async (sha256) => faulty.has(sha256) }),
  );
  return app;
}
