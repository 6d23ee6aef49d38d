import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/installation/database.ts';
import { demoObjects, demoTemplate } from '../../test/installation/demo.ts';
import { sha256Of, sm3Of } from '../../test/installation/factories/evidence.ts';
import { captureStatuses } from '../domain/business/rules/capture.ts';
import { evidenceKind, fileStatus } from '../domain/business/codes/evidence.ts';
import { userType } from '../domain/business/codes/users.ts';
import { parseManifest } from '../domain/proof/evidence/manifest.ts';
import { takeCapture } from '../server/business/captures/queue.ts';
import { bytesInMemory } from '../domain/kit/media/byte-source.ts';
import { readRecording } from '../domain/kit/media/recording.ts';
import { createLocalStore } from '../server/platform/storage/local.ts';
import type { ObjectStore } from '../server/platform/storage/store.ts';
import { demoApk } from './files/demo-apk.ts';

const installation = testDatabase(demoTemplate);
let store: ObjectStore;
const read = async (sha256: string) => buffer((await store.open(sha256)).stream);

beforeAll(async () => {
  store = await createLocalStore(demoObjects());
});

describe('the demo', () => {
  it('has pictures that are in the store under their true hashes', async () => {
    const rows = await installation.db
      .selectFrom('user_submission')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['type', 'pictures'])
      .execute();
    const wanted = {
      personal: ['author_back', 'author_front', 'author_hand'],
      enterprise: ['author_back', 'author_front', 'file', 'license'],
    };
    const hashes = new Map<string, number>();
    for (const { type, pictures } of rows) {
      expect(Object.keys(pictures).toSorted()).toEqual(wanted[type]);
      for (const picture of Object.values(pictures)) hashes.set(picture.sha256, picture.sizeBytes);
    }
    for (const [sha256, sizeBytes] of hashes) {
      const content = await read(sha256);
      expect(sha256Of(content)).toBe(sha256);
      expect(content.length).toBe(sizeBytes);
    }
  });

  it('has versions of both apps with packages that say the same', async () => {
    const versions = await installation.db.selectFrom('app_version').selectAll().orderBy('id').execute();
    expect(['android', 'ios'].map((platform) => versions.filter((version) => version.platform === platform).length)).toEqual([30, 25]);
    for (const { version, sha256, version_name, version_code, package_name } of versions.filter(({ platform }) => platform === 'android')) {
      const content = await read(sha256 ?? '');
      expect(sha256Of(content)).toBe(sha256);
      expect(version_name).toBe(version);
      expect(content.equals(demoApk({ packageName: package_name ?? '', versionName: version, versionCode: Number(version_code) }))).toBe(
        true,
      );
    }
  });

  it('has evidence of every kind, owner and state, whose files are in the store under their true hashes', async () => {
    const rows = await installation.db
      .selectFrom('evidence')
      .leftJoin('evidence_file', (join) => join.onRef('evidence_id', '=', 'evidence.id').on('role', '=', 'original'))
      .where('shown_in', '<>', 'online')
      .select(['number', 'type', 'kind', 'file_status', 'log_entry', 'sha256', 'sm3', 'size_bytes'])
      .execute();
    expect(rows.length).toBeGreaterThanOrEqual(300);
    for (const type of userType.names) {
      for (const kind of evidenceKind.names) expect(rows.filter((row) => row.type === type && row.kind === kind).length).toBeGreaterThan(5);
      for (const status of fileStatus.names)
        expect(rows.filter((row) => row.type === type && row.file_status === status).length).toBeGreaterThan(status === 'missing' ? 0 : 2);
    }
    for (const { file_status, log_entry, sha256, sm3, size_bytes } of rows) {
      expect((log_entry === null) === (file_status === 'uploading') && (sha256 === null) === (file_status === 'uploading')).toBe(true);
      if (sha256 === null) continue;
      if (file_status === 'missing') expect(await store.stat(sha256)).toBeNull();
      if (file_status !== 'stored') continue;
      const content = await read(sha256);
      expect([sha256Of(content), sm3Of(content), String(content.length)]).toEqual([sha256, sm3, size_bytes]);
    }
  });

  it('has a log that takes the evidence up', async () => {
    const { rows } = await sql<{
      entry: Buffer;
      number: string;
      files: string[];
    }>`select p.entry, e.number, array_agg(f.sha256 order by f.name) as files
      from log_pending p join evidence e on e.log_entry = p.id join evidence_file f on f.evidence_id = e.id group by 1, 2`.execute(
      installation.db,
    );
    expect(rows.length).toBeGreaterThanOrEqual(250);
    for (const { entry, number, files } of rows) {
      const manifest = parseManifest(entry);
      if (!manifest.ok) throw new Error(manifest.fault);
      expect([manifest.value.number, manifest.value.files.map(({ sha256 }) => sha256)]).toEqual([number, files]);
    }
  });

  it('has recordings of both types in every state, whose files are in the store under their true hashes', async () => {
    const rows = await installation.db
      .selectFrom('recording')
      .leftJoin('evidence', 'evidence.number', 'recording.number')
      .leftJoin('evidence_file', (join) => join.onRef('evidence_id', '=', 'evidence.id').on('role', '=', 'original'))
      .select([
        'recording.number',
        'recording.type',
        'recording.status',
        'recording.reason',
        'file_seconds',
        'evidence.kind',
        'log_entry',
        'evidence_file.sha256',
        'sm3',
        'media_type',
      ])
      .execute();
    for (const type of ['process', 'move'] as const) {
      const own = rows.filter((row) => row.type === type);
      expect(own.length).toBeGreaterThanOrEqual(60);
      for (const status of ['running', 'uploading', 'succeeded', 'failed', 'cancelled'] as const)
        expect(own.filter((row) => row.status === status).length).toBeGreaterThan(2);
    }
    for (const { type, status, reason, kind, log_entry, sha256, sm3, media_type, file_seconds } of rows) {
      expect([kind, log_entry !== null, reason !== '']).toEqual(
        status === 'succeeded' ? [type, true, false] : [null, false, status === 'failed' || status === 'cancelled'],
      );
      if (sha256 === null) continue;
      const content = await read(sha256);
      expect([sha256Of(content), sm3Of(content)]).toEqual([sha256, sm3]);
      expect(await readRecording(bytesInMemory(content))).toMatchObject({ mediaType: media_type, seconds: file_seconds });
    }
  });

  it('has captures in every state, each success with its own files in the store by hash; no worker takes open ones', async () => {
    const captures = await installation.db.selectFrom('capture').select(['number', 'status', 'label', 'url', 'lease_until']).execute();
    expect(captures.length).toBeGreaterThanOrEqual(60);
    expect(new Set(captures.map(({ status }) => status))).toEqual(new Set(captureStatuses));
    expect(new Set(captures.map(({ label }) => label)).size).toBeGreaterThan(5);
    expect(await takeCapture(installation.db, 'w', 60)).toBeNull();
    const files = await installation.db
      .selectFrom('evidence_file')
      .innerJoin('evidence', 'evidence.id', 'evidence_id')
      .select(['number', 'evidence_file.name', 'sha256', 'sm3', 'content'])
      .where('kind', '=', 'web')
      .execute();
    const succeeded = captures.filter(({ status }) => status === 'succeeded').map(({ number }) => number);
    expect(new Set(files.map(({ number }) => number))).toEqual(new Set(succeeded));
    for (const { number, name, sha256, sm3, content } of files) {
      const bytes = content ? Buffer.from(content) : await read(sha256);
      expect([sha256Of(bytes), sm3Of(bytes)]).toEqual([sha256, sm3]);
      if (name === 'environment-check.json')
        expect(JSON.parse(bytes.toString())).toMatchObject({
          passed: true,
          url: captures.find((capture) => capture.number === number)?.url,
        });
      if (name === 'details.json')
        expect(JSON.parse(bytes.toString())).toMatchObject({ note: expect.stringContaining('真实取得') as string });
    }
    const own = files.filter(({ name }) => name !== 'details.json');
    expect([own.length, new Set(own.map(({ sha256 }) => sha256)).size]).toEqual([succeeded.length * 6, succeeded.length * 6]);
  });
});
