import { formatTime } from '../domain/kit/text/time.ts';
import type { Row, TrailRow } from './data/row.ts';
import { demoAccounts } from '../server/access/session/demo-accounts.ts';
import { before, earlier, hourMs, officeTime, type DemoClock } from './data/clock.ts';
import type { DemoEvidence } from './evidence.ts';
import type { StoredDemoEvidence } from './stored-evidence.ts';
import { ipAddress } from './data/numbers.ts';
import { officeIp } from './data/operator-logins.ts';
import { itemAt, seeded } from './data/random.ts';
import type { DemoTransfer } from './stored-rows.ts';
import { rechargeNumber } from './recharges.ts';

/** The rows of the demo's evidence, in the order in which they must be inserted. Bytes are in PostgreSQL's hex format: `\x…`. */
export interface EvidenceRows {
  readonly log_pending: readonly { readonly id: string; readonly entry: string }[];
  readonly evidence: readonly Row<'evidence'>[];
  readonly evidence_file: readonly (Omit<Row<'evidence_file'>, 'content'> & { readonly content: string | null })[];
  readonly download_history: readonly Row<'download_history'>[];
  readonly transfers: readonly DemoTransfer[];
  readonly trail: readonly TrailRow[];
}

/** @param others rows that these depend on: credentials, and the operators' logins, after which they work. */
export function evidenceRows(
  all: readonly StoredDemoEvidence[],
  others: { readonly credential: readonly Row<'credential'>[]; readonly admin_login: readonly Row<'admin_login'>[] },
  clock: DemoClock,
): EvidenceRows {
  const numbered = all.map((one, at) => ({
    ...one,
    id: String(at + 1),
    logEntry: one.stored ? String(all.slice(0, at).filter(({ stored }) => stored).length + 1) : null,
  }));
  const downloads = downloadsOf(
    all.map(({ evidence }) => evidence),
    others.admin_login,
    clock,
  );
  return {
    log_pending: numbered.flatMap(({ stored, logEntry }) => (stored && logEntry ? [{ id: logEntry, entry: bytea(stored.entry) }] : [])),
    evidence: numbered.map(
      ({ evidence: { number, userId, type, kind, title, content, status, address, startAt, endAt, device, savedAt }, id, logEntry }) => ({
        id,
        number,
        user_id: userId,
        type,
        kind,
        title,
        file_name: content.fileName,
        file_status: status,
        address,
        start_at: startAt,
        end_at: endAt,
        device,
        saved_at: savedAt,
        log_entry: logEntry,
      }),
    ),
    evidence_file: numbered.flatMap(({ stored, id }) =>
      (stored?.files ?? []).map(({ name, role, sha256, sm3, sizeBytes, mediaType, content }) => ({
        evidence_id: id,
        name,
        role,
        sha256,
        sm3,
        size_bytes: String(sizeBytes),
        media_type: mediaType,
        content: content && bytea(content),
      })),
    ),
    download_history: downloads.map(({ at, operator, evidence }, index) => ({
      id: String(index + 1),
      type: 'evidence' as const,
      number: evidence.number,
      is_batch: false,
      account_id: operator.id,
      operator: operator.realname,
      at,
    })),
    transfers: transfersOf(all),
    trail: [...all.flatMap((one) => storedTrail(one, others.credential)), ...downloads.map((download) => downloadTrail(download, all))],
  };
}

interface Download {
  readonly at: Date;
  readonly operator: (typeof demoAccounts.operators)[number];
  readonly evidence: DemoEvidence;
}

/** The notaries download some of the evidence, on mornings when they have signed in. */
function downloadsOf(all: readonly DemoEvidence[], logins: readonly Row<'admin_login'>[], clock: DemoClock): Download[] {
  const mornings = logins.flatMap(({ account_id, login_time, result }) => {
    const operator = demoAccounts.operators.find(({ id, accepts }) => accepts && id === account_id);
    return operator && login_time && result === 'success' ? [{ operator, time: login_time }] : [];
  });
  return mornings
    .flatMap(({ operator, time }, index): Download[] => {
      const random = seeded('evidence download', index);
      const there = all.filter(({ status, savedAt }) => status === 'stored' && savedAt < earlier(time, clock.today));
      if (there.length === 0 || !random.chance(60)) return [];
      const at =
        time < clock.today ? new Date(time.getTime() + random.int(2 * 60, 6 * 3600) * 1000) : clock.officeAt(random.int(1000, 9900));
      return [{ at, operator, evidence: random.pick(there.slice(-40)) }];
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** Books a point for each stored evidence and, before an owner's first one, a recharge of slightly more than they spend. */
function transfersOf(all: readonly StoredDemoEvidence[]): DemoTransfer[] {
  const paid = all.flatMap(({ evidence, stored }) => (stored ? [evidence] : []));
  const spent = paid.map(({ savedAt, userId, number }) => ({
    at: savedAt,
    order_no: orderNo(savedAt, number),
    user_id: userId,
    house: 'evidence' as const,
    gives: false,
    points: 1,
    reference: number,
    note: '',
    giver: '',
  }));
  const recharges = [...new Set(paid.map(({ userId }) => userId))].map((userId) => {
    const own = paid.filter((evidence) => evidence.userId === userId);
    const random = seeded('evidence recharge', userId);
    const at = officeTime(random, before(itemAt(own, 0).savedAt, 24 * hourMs));
    // The ledger's reference of a recharge is its order number.
    const reference = rechargeNumber(at, `evidence ${userId}`);
    return {
      at,
      order_no: orderNo(at, `recharge ${userId}`),
      user_id: userId,
      house: 'recharge' as const,
      gives: true,
      points: own.length + random.int(2, 20) * 10,
      reference,
      note: '',
      giver: '',
    };
  });
  return [...recharges, ...spent].toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.order_no < b.order_no ? -1 : 1));
}

/** In the ledger's format: the day, then 64 bits. */
function orderNo(at: Date, reference: string): string {
  const random = seeded('evidence order', reference);
  return (
    formatTime(at).slice(0, 10).replaceAll('-', '') +
    Array.from({ length: 4 }, () => random.int(0, 65_536).toString(16).padStart(4, '0'))
      .join('')
      .toUpperCase()
  );
}

function storedTrail({ evidence, stored }: StoredDemoEvidence, credentials: readonly Row<'credential'>[]): TrailRow[] {
  const main = stored?.files.find(({ role }) => role === 'original');
  if (!main) return [];
  const own = credentials.find(({ user_id }) => user_id === evidence.userId);
  return [
    {
      at: evidence.savedAt,
      actor_kind: 'client',
      actor_id: own?.app_id ?? 'demo-app',
      actor_name: own?.name ?? '存证 App',
      ip: ipAddress(8000 + Number(evidence.userId)),
      action: '存证',
      object: `evidence/${evidence.number}`,
      before: null,
      after: { user: evidence.userId, kind: evidence.kind, sha256: main.sha256, sizeBytes: main.sizeBytes, points: 1 },
    },
  ];
}

function downloadTrail({ at, operator, evidence }: Download, all: readonly StoredDemoEvidence[]): TrailRow {
  const sha256 = all.find((one) => one.evidence === evidence)?.stored?.files.find(({ role }) => role === 'original')?.sha256;
  return {
    at,
    actor_kind: 'operator',
    actor_id: operator.id,
    actor_name: operator.realname,
    ip: officeIp,
    action: '下载存证',
    object: `evidence/${evidence.number}`,
    before: null,
    after: { sha256 },
  };
}

function bytea(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString('hex')}`;
}
