import { Readable } from 'node:stream';
import { permanentLease } from '../domain/business/rules/capture.ts';
import { formatTime } from '../domain/kit/text/time.ts';
import type { Described, EvidenceFile, StoredEvidenceFile } from '../server/custody/evidence/evidence-files.ts';
import { entryOf } from '../server/custody/evidence/make-evidence.ts';
import type { Tx } from '../server/platform/db/database.ts';
import type { ObjectStore } from '../server/platform/storage/store.ts';
import { capturedPage } from './web/captured-pages.ts';
import type { DemoCapture } from './data/captures.ts';
import { before, minuteMs } from './data/clock.ts';
import { ipAddress } from './data/numbers.ts';
import { itemAt, seeded } from './data/random.ts';
import { bookTransfers, continueIds, insertEntries, insertFiles } from './stored-rows.ts';
import { rechargeNumber } from './recharges.ts';
import type { TrailRow } from './data/row.ts';
import { digest, saltedFilesOf } from './data/salted.ts';

/** A capture and, if it succeeded, the stored files of its evidence. */
export interface StoredCapture {
  readonly capture: DemoCapture;
  readonly stored: { readonly files: readonly EvidenceFile[]; readonly entry: Uint8Array } | null;
}

/** Makes and stores the files of succeeded captures. The result has the order of `all`. */
export function storeCaptures(
  all: readonly DemoCapture[],
  store: Pick<ObjectStore, 'put'>,
  ownerSecret: Uint8Array,
): Promise<StoredCapture[]> {
  return Promise.all(
    all.map(async (capture) => ({ capture, stored: capture.status === 'succeeded' ? await storeOne(capture, store, ownerSecret) : null })),
  );
}

async function storeOne(
  capture: DemoCapture,
  store: Pick<ObjectStore, 'put'>,
  ownerSecret: Uint8Array,
): Promise<NonNullable<StoredCapture['stored']>> {
  const captured = await capturedPage(capture, capture.begunAt ?? capture.createdAt);
  const [first, ...others] = await Promise.all(
    captured.files.map(async ({ name, role, mediaType, bytes }): Promise<StoredEvidenceFile> => {
      const { sha256, sizeBytes } = await store.put(Readable.from([bytes]), { maxBytes: bytes.length });
      return { name, role, mediaType, sha256, sizeBytes, sm3: digest('sm3', bytes) };
    }),
  );
  if (!first) throw new Error(`nothing was captured of ${capture.url}`);
  const { number, user, subject, begunAt: startAt, endedAt: endAt } = capture;
  const described: Described = {
    number,
    owner: user,
    title: subject.name,
    kind: 'web',
    fileName: `${subject.name}.png`,
    address: '',
    startAt,
    endAt,
    device: null,
    files: [first, ...others],
  };
  const files = saltedFilesOf(described, capture.salt, {
    note:
      `演示数据：文件由取证程序于 ${formatTime(captured.begunAt)} 对本项目的演示网页真实取得；` +
      '编号、取证主体和列表中的时间均为虚构，检查报告和取证日志中的时间随之平移',
  });
  return { files, entry: entryOf(described, files, savedAt(capture), ownerSecret) };
}

/** Ids follow those of the demo's other evidence. */
const firstId = 70_001;

/**
 * Inserts the captures, their evidence, and the bookings of their points. The caller inserts the trail's rows, sorted by time with those of
 * other parts.
 */
export async function insertCaptures(tx: Tx, all: readonly StoredCapture[]): Promise<void> {
  const numbered = all.map((one, at) => ({ ...one, id: String(firstId + at) }));
  await tx.insertInto('capture').values(numbered.map(captureRow)).execute();
  const stored = numbered.flatMap(({ capture, stored: found, id }) => (found ? [{ capture, id, ...found }] : []));
  await insertEntries(tx, stored);
  await tx
    .insertInto('evidence')
    .values(
      stored.map(({ capture, id }) => ({
        id,
        number: capture.number,
        user_id: capture.user.id,
        type: capture.user.type,
        kind: 'web' as const,
        title: capture.subject.name,
        file_name: `${capture.subject.name}.png`,
        start_at: capture.begunAt,
        end_at: capture.endedAt,
        saved_at: savedAt(capture),
        log_entry: id,
      })),
    )
    .execute();
  await insertFiles(tx, stored);
  await bookPoints(
    tx,
    all.map(({ capture }) => capture),
  );
  await continueIds(tx, ['capture', 'evidence', 'log_pending']);
}

function captureRow({ capture, id }: StoredCapture & { readonly id: string }) {
  const { number, user, subject, url, status, reason, createdAt, begunAt, endedAt } = capture;
  return {
    id,
    number,
    user_id: user.id,
    username: user.name,
    mobile: user.mobile,
    url,
    name: subject.name,
    label: subject.label,
    status,
    reason,
    created_at: createdAt,
    begun_at: begunAt,
    ended_at: endedAt,
    attempt: status === 'waiting' || status === 'cancelled' ? 0 : 1,
    worker: status === 'waiting' || status === 'cancelled' ? '' : 'demo',
    // These pages do not exist, so a worker would fail each within seconds and the demo would have no open capture.
    lease_until: endedAt ? null : permanentLease,
  };
}

const price = 5;

/** Each owner gets a recharge of exactly what they spend, before they spend it. Failed captures are refunded. */
async function bookPoints(tx: Tx, captures: readonly DemoCapture[]): Promise<void> {
  const booking = (at: Date, userId: string, house: string, gives: boolean, points: number, reference: string) => ({
    at,
    user_id: userId,
    house,
    gives,
    points,
    reference,
    note: '',
    giver: '',
  });
  const spent = captures.map(({ createdAt, user, number }) => booking(createdAt, user.id, 'web', false, price, number));
  const back = captures.flatMap(({ status, endedAt, user, number }) =>
    endedAt && status !== 'succeeded' ? [booking(endedAt, user.id, 'web', true, price, number)] : [],
  );
  const recharges = [...new Set(captures.map(({ user }) => user.id))].map((userId) => {
    const own = captures.filter(({ user }) => user.id === userId);
    const at = before(itemAt(own, 0).createdAt, seeded('captures', 'recharge', userId).int(4, 15) * minuteMs);
    return booking(at, userId, 'recharge', true, own.length * price, rechargeNumber(at, `captures ${userId}`));
  });
  const transfers = [...recharges, ...spent, ...back]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || Number(a.user_id) - Number(b.user_id))
    .map((transfer) => ({ ...transfer, order_no: orderNo(transfer) }));
  await bookTransfers(tx, transfers);
}

/** The trail rows that the server writes from the request to the end. */
export function captureTrail({ capture, stored }: StoredCapture): TrailRow[] {
  const { number, user, url, status, reason, createdAt, begunAt, endedAt } = capture;
  const app = { actor_kind: 'client' as const, actor_id: 'demo-app', actor_name: '取证 App', ip: ipAddress(9500 + Number(user.id)) };
  const worker = { actor_kind: 'system' as const, actor_id: '', actor_name: '取证程序', ip: '' };
  const object = `capture/${number}` as const;
  const move = (at: Date, from: string, to: string, more: object = {}): TrailRow => ({
    at,
    ...worker,
    action: '网页取证',
    object,
    before: { status: from },
    after: { status: to, ...more },
  });
  const isQueued = status !== 'waiting' && status !== 'cancelled';
  const [main] = stored?.files.filter(({ name }) => name === 'original-1.png') ?? [];
  return [
    {
      at: createdAt,
      ...app,
      action: '申请网页取证',
      object,
      before: null,
      after: { user: user.id, host: new URL(url).hostname, points: price },
    },
    ...(isQueued ? [move(new Date(createdAt.getTime() + 500), 'waiting', 'queued')] : []),
    ...(begunAt ? [move(begunAt, 'queued', 'capturing')] : []),
    ...(begunAt && (stored || status === 'uploading')
      ? [move(new Date((endedAt ?? begunAt).getTime() + 100), 'capturing', 'uploading')]
      : []),
    ...(stored
      ? [
          move(savedAt(capture), 'uploading', 'succeeded'),
          {
            at: savedAt(capture),
            ...worker,
            action: '存证' as const,
            object: `evidence/${number}` as const,
            before: null,
            after: { user: user.id, kind: 'web', sha256: main?.sha256, sizeBytes: main?.sizeBytes },
          },
        ]
      : []),
    ...(endedAt && status === 'failed' ? [move(endedAt, 'capturing', 'failed', { reason, refunded: true })] : []),
    ...(endedAt && status === 'cancelled' ? [{ ...move(endedAt, 'waiting', 'cancelled', { refunded: true }), ...app }] : []),
  ];
}

function savedAt({ endedAt, createdAt }: DemoCapture): Date {
  return new Date((endedAt ?? createdAt).getTime() + 900);
}

/** In the ledger's format: the day, then 64 bits. */
function orderNo({ at, reference, gives }: { readonly at: Date; readonly reference: string; readonly gives: boolean }): string {
  return (
    formatTime(at).slice(0, 10).replaceAll('-', '') +
    digest('sha256', Buffer.from(`demo capture ${gives ? 'to' : 'from'} ${reference}`))
      .slice(0, 16)
      .toUpperCase()
  );
}
