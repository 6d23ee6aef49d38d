import { createCanvas } from '@napi-rs/canvas';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { ntpTexts, type ClockFacts } from '../../../src/domain/proof/marks/clocks.ts';
import { drawMargin, marginRows } from '../../../src/domain/proof/marks/margin.ts';
import { newEvidenceNumber, storeEvidence } from '../../../src/server/custody/evidence/store-evidence.ts';
import { makeMark, type MadeMark } from '../../../src/server/custody/marks/make-mark.ts';
import { insertCaptureMark } from '../../../src/server/custody/marks/mark-store.ts';
import { setMargin } from '../../../src/server/platform/media/png-margin.ts';
import type { testApp } from '../app.ts';
import { sm3Of } from './evidence.ts';

type TestApp = ReturnType<typeof testApp>;
const actor = { kind: 'system' as const, id: '', name: '测试', ip: '' };

/** The places in which a capture shows its mark; each may show another mark or none. */
export interface Shown {
  readonly log?: string | null;
  readonly margin?: string | null;
  readonly clocks?: Partial<ClockFacts>;
  /** Where the name of the target led. */
  readonly resolved?: string;
}

/** A mark made from the newest state of the installation's log. */
export async function newMark(installation: TestApp): Promise<MadeMark> {
  const made = await makeMark({ db: installation.db, chain: null });
  if (!made) throw new Error('the log has no checkpoint');
  return made;
}

/** A capture with a mark, stored as captures are, without a browser; not in the log yet. */
export async function markedCapture(installation: TestApp, userId: string, made: MadeMark, shown: Shown = {}): Promise<string> {
  const clocks: ClockFacts = {
    host: new Date().toISOString(),
    ntp: 'synchronized',
    database: new Date().toISOString(),
    mark: made.timestampAt?.toISOString() ?? null,
    target: new Date().toISOString(),
    ...shown.clocks,
  };
  const { log = made.hash, margin = made.hash } = shown;
  const lines = [
    { n: 1, event: 'begin' },
    { n: 2, event: 'mark', sha256: log },
    { n: 3, event: 'clocks', ...clocks },
    { n: 4, event: 'browser' },
    { n: 5, event: 'end' },
  ];
  const apart = clocks.target === null ? null : Math.round((Date.parse(clocks.host) - Date.parse(clocks.target)) / 1000);
  const items = [
    ['clock', true, `取证机时钟与数据库服务器时钟比对，相差0毫秒（允许2000毫秒），${ntpTexts[clocks.ntp]}`],
    ['target-clock', apart === null || Math.abs(apart) <= 300, apart === null ? '目标网站没有给出时间，未作比对' : `相差${apart}秒`],
    ['dns', true, `${shown.resolved ?? '某网站 解析到 93.184.216.34'}，本次取证固定使用该结果`],
  ].map(([item, passed, finding]) => ({ item, name: item, mandatory: false, passed, finding, raw: '' }));
  const report = { title: '清洁性检查报告', checkedAt: clocks.host, passed: true, items };
  const store = async (name: string, role: 'original' | 'capture-log' | 'environment-check', mediaType: string, bytes: Buffer) => {
    const { sha256, sizeBytes } = await installation.store.put(Readable.from([bytes]), { maxBytes: bytes.length });
    return { name, role, mediaType, sha256, sizeBytes, sm3: sm3Of(bytes) };
  };
  const files = [
    await store('original-1.png', 'original', 'image/png', framed(margin)),
    await store(
      'capture-log.jsonl',
      'capture-log',
      'application/jsonl',
      Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
    ),
    await store('environment-check.json', 'environment-check', 'application/json', Buffer.from(JSON.stringify(report))),
  ] as const;
  const { name, type } = await installation.db
    .selectFrom('users')
    .select(['name', 'type'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return installation.db.transaction().execute(async (tx) => {
    await insertCaptureMark(tx, made, clocks);
    const evidence = {
      number: newEvidenceNumber(),
      owner: { id: userId, name, type },
      ownerSecret: randomBytes(32),
      title: '某网页取证',
      kind: 'web' as const,
      fileName: '某网页取证.png',
      address: '',
      startAt: new Date(clocks.host),
      endAt: new Date(clocks.host),
      device: null,
      files,
      mark: made.hash,
      markPlace: { in: 'picture' as const, file: 'original-1.png' },
    };
    return (await storeEvidence(tx, evidence, actor)).number;
  });
}

/** A unique picture, under the margin of a mark or without one. */
function framed(hash: string | null): Buffer {
  const canvas = createCanvas(1366, 60);
  const pen = canvas.getContext('2d');
  pen.fillStyle = `#${randomBytes(3).toString('hex')}`;
  pen.fillRect(0, 0, 1366, 60);
  const png = canvas.toBuffer('image/png');
  if (hash === null) return png;
  return setMargin(png, { rows: marginRows, pixels: drawMargin(hash, 1366) }, { keyword: 'mark', text: hash });
}
