import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { publishedKeysPath } from '../../../contract/open/published-keys.ts';
import { evidenceKindLabel } from '../../../domain/codes/evidence.ts';
import { anchorStage } from '../../../domain/evidence/anchor-stage.ts';
import { formatVkey } from '../../../domain/tlog/note-key.ts';
import { shownAnchor } from '../../../domain/evidence/shown-anchor.ts';
import type { Config } from '../../runtime/config.ts';
import type { Database } from '../../db/database.ts';
import { publicBaseOf } from '../../runtime/public-address.ts';
import type { ObjectStore } from '../../storage/store.ts';
import type { EntryAnchor } from '../log/append.ts';
import type { Anchor, CertificateContent } from '../documents/certificate-content.ts';
import { drawCertificate } from '../drawing/aside.ts';
import { readLogKey } from '../log/log-signer.ts';
import { isFaultyObject } from '../objects/object-fault.ts';
import { logKeySha256 } from './published-keys.ts';
import { signAsOffice } from '../drawing/sign-as-office.ts';
import type { TimestampAuthority } from '../timestamps/timestamp.ts';
import { storedFiles, type EvidenceFacts, type KeptFacts } from './facts.ts';
import { openOffice } from './office.ts';
import { standingOf, type Standing } from './standing.ts';

export interface CertificateParts {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly config: Pick<Config, 'office' | 'publicUrl' | 'host' | 'port' | 'chain' | 'timestamps'>;
  /** Null where none is configured. */
  readonly authority: TimestampAuthority | null;
}
/** A signed PDF in the store. */
export interface IssuedCertificate {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/**
 * The signed certificate of an evidence as its anchor stands now: made once for each such state, then the same bytes for everybody; again
 * only where the store lost them, the sweep found them damaged, or they lack a timestamp that an authority gives now. With an authority
 * that answers it is PAdES B-T, with none, or one that is down, B-B. @param known how the evidence stands, where the caller has read it.
 */
export async function issueCertificate(
  parts: CertificateParts,
  facts: EvidenceFacts,
  kept: KeptFacts,
  known?: Standing,
): Promise<IssuedCertificate> {
  const { db, store } = parts;
  const office = await openOffice(db, parts.config);
  const standing = known ?? (await standingOf(db, facts.logEntry, parts.config.timestamps.url !== undefined));
  // With the certificate in it: a new one signs what it is to stand behind anew.
  const content = await contentOf(parts, facts, kept, standing, office.listed.sha256);
  const contentSha256 = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const last = await findIssued(db, facts.id, contentSha256);
  const whole = last && (await store.stat(last.sha256)) && !(await isFaultyObject(db, last.sha256)) ? last : null;
  if (whole && (whole.level === 'B-T' || !isToBeAsked(parts.authority))) return whole;

  const issuedAt = new Date();
  const { pdf, level } = await signAsOffice(
    await drawCertificate({ ...content, issuedAt }),
    { office, name: content.officeName, reason: '证明存证事实', at: issuedAt },
    parts.authority,
  );
  if (level === 'B-B' && parts.authority) restUntil.set(parts.authority, performance.now() + restMs);
  // Another signature without a timestamp would prove nothing more than the one that was given out.
  if (whole && level === 'B-B') return whole;
  const { sha256, sizeBytes } = await store.put(Readable.from([pdf]), { maxBytes: pdf.length });
  const row = {
    evidence_id: facts.id,
    content_sha256: contentSha256,
    sha256,
    size_bytes: String(sizeBytes),
    level,
    issued_at: issuedAt,
    edition: (last?.edition ?? 0) + 1,
  };
  await db
    .insertInto('certificate')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Two that were asked for at once: the first row stands.
  return (await findIssued(db, facts.id, contentSha256)) ?? { sha256, sizeBytes };
}

export async function readCertificate(store: ObjectStore, { sha256 }: IssuedCertificate): Promise<Buffer> {
  return buffer((await store.open(sha256)).stream);
}

/** How the outside reaches the verification page. */
export function verifyUrlOf(config: Reached, number: string): string {
  return `${publicBaseOf(config)}/verify?number=${number}`;
}

/** How the outside reaches the log, and beside it what is to be compared with a package. */
export function logUrlOf(config: Reached): string {
  return `${publicBaseOf(config)}/log`;
}

/** How the outside reaches all keys that the office publishes. */
export function keysUrlOf(config: Reached): string {
  return `${publicBaseOf(config)}${publishedKeysPath}`;
}

type Reached = Parameters<typeof publicBaseOf>[0];

/**
 * When an authority that did not answer is asked again for a certificate's timestamp: not at every download of one that was issued without.
 */
const restUntil = new WeakMap<TimestampAuthority, number>();
const restMs = 60_000;

function isToBeAsked(authority: TimestampAuthority | null): boolean {
  return authority !== null && performance.now() >= (restUntil.get(authority) ?? 0);
}

/** The last edition. */
async function findIssued(
  db: Database,
  evidenceId: string,
  contentSha256: string,
): Promise<(IssuedCertificate & { readonly edition: number; readonly level: 'B-B' | 'B-T' }) | null> {
  const row = await db
    .selectFrom('certificate')
    .select(['sha256', 'size_bytes', 'edition', 'level'])
    .where('evidence_id', '=', evidenceId)
    .where('content_sha256', '=', contentSha256)
    .orderBy('edition', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { sha256: row.sha256, sizeBytes: Number(row.size_bytes), edition: row.edition, level: row.level } : null;
}

async function contentOf(
  { db, config }: CertificateParts,
  facts: EvidenceFacts,
  kept: KeptFacts,
  standing: Standing | null,
  officeSha256: string,
): Promise<Omit<CertificateContent, 'issuedAt'>> {
  const { manifest, fileName } = kept;
  const [main, ...others] = storedFiles(manifest).toSorted((a, b) => order(a.role) - order(b.role));
  if (!main) throw new Error(`evidence ${facts.number} lists no original`);
  const key = await readLogKey(db);
  const timestamp = standing?.proof.timestamp;
  return {
    number: facts.number,
    officeName: config.office.name,
    holder: { name: kept.holder, kind: facts.ownerType === 'enterprise' ? 'enterprise' : 'individual' },
    title: kept.title,
    kind: evidenceKindLabel(facts.kind),
    times: timesOf(manifest.times),
    files: [{ ...figures(main), name: fileName }, ...others.map((file) => ({ ...figures(file), name: file.name }))],
    anchor: await certificateAnchor(db, standing?.place ?? null, config.chain !== null),
    ...(timestamp ? { timestamp: { at: timestamp.genTime, serial: timestamp.serial } } : {}),
    verifyUrl: verifyUrlOf(config, facts.number),
    ...(key ? { keys: { logKeySha256: logKeySha256(formatVkey(key)), officeSha256, publishedAt: keysUrlOf(config) } } : {}),
  };
}

/** Originals first; names are in order already. */
function order(role: string): number {
  return role === 'original' ? 0 : 1;
}

function figures({ sizeBytes, sha256, sm3 }: { sizeBytes: number; sha256: string; sm3: string }) {
  return { sizeBytes, sha256, sm3 };
}

function timesOf({ receivedAt, startAt, endAt }: KeptFacts['manifest']['times']): CertificateContent['times'] {
  return [
    ...(startAt === null ? [] : [{ label: '取证开始时间', at: new Date(startAt) }]),
    ...(endAt === null ? [] : [{ label: '取证结束时间', at: new Date(endAt) }]),
    { label: '存证时间', at: new Date(receivedAt) },
  ];
}

async function certificateAnchor(db: Database, place: EntryAnchor | null, hasChain: boolean): Promise<Anchor> {
  if (!place) return { kind: 'pending' };
  const shown = shownAnchor(place, hasChain);
  const stage = anchorStage(shown?.kind ?? null, true);
  if (!shown || stage !== 'chain')
    return {
      kind: stage === 'log' ? 'log' : 'confirming',
      leafHash: place.leafHash,
      checkpoint: Number(place.checkpointSize),
      at: place.anchoredAt,
    };
  const row = await db.selectFrom('log_anchor').select('chain_id').where('tx_hash', '=', shown.hash).limit(1).executeTakeFirst();
  return {
    kind: 'chain',
    chainName: `EVM 链，链标识 ${row?.chain_id ?? '未知'}`,
    transaction: shown.hash,
    block: Number(shown.height),
    at: shown.at,
  };
}
