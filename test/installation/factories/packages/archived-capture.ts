import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { archiveMediaType, archiveName } from '../../../../src/domain/proof/web-archive/archive-names.ts';
import type { ReplayFacts } from '../../../../src/domain/proof/web-archive/replay-facts.ts';
import { createWarc, type Exchange } from '../../../../src/server/business/captures/archive/warc.ts';
import { writeArchive } from '../../../../src/server/business/captures/archive/write-archive.ts';
import { insertArchive } from '../../../../src/server/business/captures/store.ts';
import { newEvidenceNumber, storeEvidence } from '../../../../src/server/custody/evidence/store-evidence.ts';
import { openArchiveSigner } from '../../../../src/server/custody/identity/archive-key.ts';
import { readConfig } from '../../../../src/server/platform/runtime/config.ts';
import type { testApp } from '../../app.ts';
import { sm3Of } from '../evidence.ts';

const exchange = (path: string, type: string, body: string): Exchange => ({
  url: `https://www.example.com${path}`,
  method: 'GET',
  at: new Date('2026-01-02T03:04:05.678Z'),
  requestHeaders: [{ name: 'accept', value: '*/*' }],
  requestBody: null,
  status: 200,
  statusText: 'OK',
  responseHeaders: [{ name: 'content-type', value: type }],
  body: Buffer.from(body),
  address: '192.0.2.1',
});

/** The traffic of a small page with an SVG picture, and its archive, signed with the office's key. */
export async function smallArchive(folder: string, key: Parameters<typeof writeArchive>[3]) {
  const warc = createWarc(join(folder, 'original-4.warc.gz'), { software: 'test' });
  await warc.add(exchange('/', 'text/html; charset=utf-8', '<!doctype html><title>存档</title><h1>存档的网页</h1><img src="/shape.svg">'));
  await warc.add(
    exchange(
      '/shape.svg',
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><circle r="40" cx="45" cy="45"/></svg>',
    ),
  );
  await warc.close();
  const page = { url: 'https://www.example.com/', at: new Date('2026-01-02T03:04:05.678Z'), title: '存档' };
  const path = join(folder, archiveName);
  return { path, warc: warc.written(), digest: await writeArchive(path, warc.written(), page, key) };
}

/** A web capture with its archive, as the worker stores it; not in the log yet. @returns its number. */
export async function archivedCapture(
  installation: ReturnType<typeof testApp>,
  userId: string,
  replay: ReplayFacts = { consistency: 0.9987, reasons: [] },
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'notary-archive-'));
  try {
    const key = await openArchiveSigner(installation.db, readConfig({}));
    const { path, warc, digest } = await smallArchive(folder, key);
    const store = async (name: string, role: 'original' | 'capture-log', mediaType: string, bytes: Buffer) => {
      const { sha256, sizeBytes } = await installation.store.put(Readable.from([bytes]), { maxBytes: bytes.length });
      return { name, role, mediaType, sha256, sizeBytes, sm3: sm3Of(bytes) };
    };
    const log = [{ event: 'begin' }, { event: 'replay', ...replay }, { event: 'end' }].map((line) => `${JSON.stringify(line)}\n`).join('');
    const picture = await store('original-1.png', 'original', 'image/png', randomBytes(300));
    const others = [
      await store('original-4.warc.gz', 'original', 'application/warc', await readFile(warc.path)),
      await store(archiveName, 'original', archiveMediaType, await readFile(path)),
      await store('capture-log.jsonl', 'capture-log', 'application/jsonl', Buffer.from(log)),
    ];
    const { name, type } = await installation.db
      .selectFrom('users')
      .select(['name', 'type'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const number = newEvidenceNumber();
    await installation.db.transaction().execute(async (tx) => {
      await storeEvidence(
        tx,
        {
          number,
          owner: { id: userId, name, type },
          ownerSecret: createHash('sha256').digest(),
          title: '某网页取证',
          kind: 'web',
          fileName: '页面.png',
          address: '',
          startAt: new Date('2026-01-01T00:00:00Z'),
          endAt: new Date('2026-01-01T00:01:00Z'),
          device: null,
          files: [picture, ...others],
        },
        { kind: 'system', id: '', name: '测试', ip: '' },
      );
      await insertArchive(tx, number, { digest, keySha256: key.sha256, replay });
    });
    return number;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
