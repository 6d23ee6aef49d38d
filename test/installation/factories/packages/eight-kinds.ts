import { randomBytes } from 'node:crypto';
import type { AnyEvidenceKind } from '../../../../src/domain/business/codes/evidence.ts';
import { evidenceKind } from '../../../../src/domain/business/codes/evidence.ts';
import type { testApp } from '../../app.ts';
import { uid } from '../evidence.ts';
import { media } from '../media.ts';
import { markedCapture, newMark } from '../marked.ts';
import { webEvidence } from '../package.ts';
import { jpegWith, pngOf } from '../pictures.ts';
import { recordingMaker } from '../recordings.ts';

type TestApp = ReturnType<typeof testApp>;

export const eightKinds = [
  'file',
  'photo',
  'audio',
  'video',
  'screen',
  'web',
  'process',
  'move',
] as const satisfies readonly AnyEvidenceKind[];

/** The start and end that all of them declare, in the form that the intake accepts. */
const [startAt, endAt] = ['2026-01-02 08:00:00', '2026-01-02 08:00:03'];
const began = new Date('2026-01-02T00:00:00Z');
const device = { name: '张三的手机', model_name: '某型', version: '3.2.1', version_sys: '15', processor: '某芯片', core: '8', type: 1 };

/** The input of an evidence besides its user: the mark that its file contains, and the code that is submitted with it. */
interface Marked {
  readonly hash: string;
  readonly code: string;
}

/** Creates evidence of every kind, of a reviewed user, as clients and the office's own browser do. */
export function kindMaker(installation: TestApp) {
  const recordings = recordingMaker(installation);
  const { evidence } = recordings;
  const file = (kind: AnyEvidenceKind, name: string, mediaType: string, bytes: Buffer) => async (userId: string, mark?: Marked) =>
    evidence.evidence(
      userId,
      { isApp: String(codeOf(kind)), startAt, endAt, configInfo: JSON.stringify(device), ...(mark ? { mark: mark.code } : {}) },
      { bytes: holding(bytes, mark), name, mediaType },
    );
  const recording = (type: 'pro' | 'move') => async (userId: string, mark?: Marked) =>
    recordings.recorded(userId, holding(media.mp4(3, { madeAt: began }), mark), {
      type,
      begin_at: startAt,
      device,
      ...(mark ? { mark: mark.code } : {}),
    });
  const make: Record<(typeof eightKinds)[number], () => (userId: string, mark?: Marked) => Promise<string>> = {
    file: () => file('file', '合同.pdf', 'application/pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300)])),
    photo: () => file('photo', '现场.jpg', 'image/jpeg', jpegWith({ make: 'Google', software: 'HDR+ 1.0', taken: '2026:01:02 08:00:00' })),
    audio: () => file('audio', '通话.wav', 'audio/wav', media.wav(3)),
    video: () => file('video', '现场.mp4', 'video/mp4', media.mp4(3, { madeAt: began })),
    screen: () => file('screen', '录屏.mp4', 'video/mp4', media.mp4(3, { madeAt: began, movieLast: true })),
    web: () => (userId) => webEvidence(installation, userId, [randomBytes(500), pngOf(), environmentReport()]),
    process: () => recording('pro'),
    move: () => recording('move'),
  };
  return {
    evidence,
    open: () => evidence.open(),
    /** Approved by the reviewer before anything was submitted. */
    async reviewedUser(name = '张三'): Promise<string> {
      const userId = await evidence.register.pending('personal', name);
      await installation.pool.query(
        `insert into check_record (user_id, submission_id, verifier_id, verifier, verified_at, result)
         select user_id, id, 2, '王审核', submitted_at, 'passed' from user_submission where user_id = $1`,
        [userId],
      );
      await installation.db.updateTable('users').set({ status: 'approved', name }).where('id', '=', userId).execute();
      return userId;
    },
    of: async (kind: (typeof eightKinds)[number], userId: string): Promise<string> => make[kind]()(userId),
    /** With a mark of the installation's log, which must have a checkpoint: in the file, or in a capture's log and margin. */
    async markedOf(kind: (typeof eightKinds)[number], userId: string): Promise<string> {
      if (kind === 'web') return markedCapture(installation, userId, await newMark(installation));
      const { body } = await evidence.client().post('/open/v1/marks', { unique_id: uid(), user_id: userId });
      return make[kind]()(userId, { hash: String(body['mark']), code: String(body['code']) });
    },
  };
}

/** The file with a mark after its content, in a box that MP4 players ignore. */
function holding(bytes: Buffer, mark: Marked | undefined): Buffer {
  return mark ? Buffer.concat([bytes, Buffer.from('\0\0\0(free', 'latin1'), Buffer.from(mark.hash, 'hex')]) : bytes;
}

function codeOf(kind: AnyEvidenceKind): number {
  return evidenceKind.names.some((name) => name === kind) ? evidenceKind.code(kind as Parameters<typeof evidenceKind.code>[0]) : 0;
}

/** A report of the 清洁性检查 in which every item passed. */
export function environmentReport(change: Readonly<Record<string, unknown>> = {}): Buffer {
  const items = [
    ['clock', '系统时钟', '取证机时钟与数据库服务器时钟比对，相差3毫秒（允许2000毫秒）。NTP 已同步'],
    ['target-clock', '目标网站时钟', '取证机时钟与目标网站时钟比对，相差0秒（允许300秒，仅供参考）'],
    ['proxy', '代理设置', '未设置代理'],
    ['dns', '域名解析', '某网站 解析到 93.184.216.34，本次取证固定使用该结果'],
    ['browser', '浏览器', '某浏览器 1.0，程序文件 SHA-256 已记录'],
  ].map(([item, name, finding]) => ({
    item,
    name,
    mandatory: item !== 'target-clock',
    passed: true,
    finding,
    raw: randomBytes(4).toString('hex'),
  }));
  return Buffer.from(
    JSON.stringify({
      title: '清洁性检查报告',
      url: 'https://a.example',
      checkedAt: '2026-01-01T00:00:00.000Z',
      passed: true,
      items,
      ...change,
    }),
  );
}
