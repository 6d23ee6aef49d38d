import { figuresInOrder, parsePlatformFigures, type PlatformFigures } from '../../platform/figures.ts';
import { userType, type UserType } from '../../../business/codes/users.ts';
import { sameBytes, utf8 } from '../../../kit/bytes/bytes.ts';
import { members, readInstant, readJson, readList, readOneOf, readText, readWhole } from './read-json.ts';

/**
 * `office-record.json`: what only the office knows about an evidence, from its own records, for the owner of the package. Only the office's
 * signature over the package vouches for it; each line that relies on it says so.
 */
export interface OfficeRecord {
  readonly type: 'office-record';
  readonly version: 1;
  readonly number: string;
  readonly submitter: SubmitterRecord;
  readonly transfer: TransferRecord;
  readonly reread: RereadRecord;
  /** Where the office asks for timestamps; absent without an authority, and from records that earlier releases wrote. */
  readonly timestampAuthority?: 'this-machine' | 'elsewhere';
  /** The office's measurements of its own platform. */
  readonly platform: PlatformFigures;
  /** In chronological order. */
  readonly custody: readonly CustodyStep[];
  /** How many steps were omitted for lack of room. */
  readonly stepsLeftOut: number;
}

export interface SubmitterRecord {
  readonly ownerType: UserType;
  readonly registeredAt: string;
  /** The review that stood when the evidence was received: the last that passed, else the last refusal; null if there was none. */
  readonly review: ReviewRecord | null;
  /** A supplement that was refused after that review and before the evidence was received: a note only. Absent if there was none. */
  readonly refusedSupplement?: ReviewRecord;
  /** The client that called the open API; null if the office itself made the evidence. */
  readonly client: { readonly appId: string; readonly name: string } | null;
}

export interface ReviewRecord {
  readonly at: string;
  readonly result: 'passed' | 'failed';
  readonly by: string;
}

export interface TransferRecord {
  /** The SHA-256 that was declared before the transfer; null if none was recorded. */
  readonly declaredSha256: string | null;
  readonly declaredSeconds: number | null;
}

/** The last time the office read the stored files again and verified their hashes. */
export interface RereadRecord {
  /** The earliest of the files' last checks; null if any file was never checked. */
  readonly at: string | null;
  readonly state: 'unchecked' | 'whole' | 'damaged' | 'missing';
}

/** Consecutive acts of one actor form one step. */
export interface CustodyStep {
  readonly from: string;
  readonly until: string;
  readonly hand: { readonly kind: 'operator' | 'client' | 'command' | 'system'; readonly name: string };
  readonly act: string;
  readonly count: number;
}

/** The only valid encoding, formatted for people to read. */
export function encodeOfficeRecord(record: OfficeRecord): Uint8Array {
  return utf8(`${JSON.stringify(inOrder(record), null, 2)}\n`);
}

/** Null for invalid content, including any other encoding of a valid record. */
export function parseOfficeRecord(bytes: Uint8Array | undefined): OfficeRecord | null {
  const { type, version, number, ...value } = members(readJson(bytes, maxBytes));
  const [submitter, transfer, reread] = [readSubmitter(value['submitter']), readTransfer(value['transfer']), readReread(value['reread'])];
  const platform = parsePlatformFigures(value['platform']);
  const [custody, stepsLeftOut] = [readList(value['custody'], readStep, maxSteps), readWhole(value['stepsLeftOut'])];
  if (type !== 'office-record' || version !== 1 || typeof number !== 'string') return null;
  if (!submitter || !transfer || !reread || !platform || !custody || stepsLeftOut === null) return null;
  const authority = readOneOf(value['timestampAuthority'], ['this-machine', 'elsewhere']);
  const stated = authority === null ? {} : { timestampAuthority: authority };
  const record: OfficeRecord = { type, version, number, submitter, transfer, reread, ...stated, platform, custody, stepsLeftOut };
  return bytes && sameBytes(encodeOfficeRecord(record), bytes) ? record : null;
}

function inOrder({
  type,
  version,
  number,
  submitter,
  transfer,
  reread,
  timestampAuthority,
  platform,
  custody,
  stepsLeftOut,
}: OfficeRecord) {
  const { ownerType, registeredAt, review, refusedSupplement: refused, client } = submitter;
  return {
    type,
    version,
    number,
    submitter: {
      ownerType,
      registeredAt,
      review: review && reviewInOrder(review),
      ...(refused ? { refusedSupplement: reviewInOrder(refused) } : {}),
      client: client && { appId: client.appId, name: client.name },
    },
    transfer: { declaredSha256: transfer.declaredSha256, declaredSeconds: transfer.declaredSeconds },
    reread: { at: reread.at, state: reread.state },
    ...(timestampAuthority === undefined ? {} : { timestampAuthority }),
    platform: figuresInOrder(platform),
    custody: custody.map(({ from, until, hand, act, count }) => ({ from, until, hand: { kind: hand.kind, name: hand.name }, act, count })),
    stepsLeftOut,
  };
}

function reviewInOrder({ at, result, by }: ReviewRecord): ReviewRecord {
  return { at, result, by };
}

function readSubmitter(value: unknown): SubmitterRecord | null {
  const given = members(value);
  const [ownerType, registeredAt] = [readOneOf(given['ownerType'], userType.names), readInstant(given['registeredAt'])];
  const [review, client] = [readReview(given['review']), readClient(given['client'])];
  const refused = readReview(given['refusedSupplement'] ?? null);
  return ownerType === null || registeredAt === null || review === undefined || client === undefined || refused === undefined
    ? null
    : { ownerType, registeredAt, review, ...(refused ? { refusedSupplement: refused } : {}), client };
}

/** Undefined for a value that is neither a decision nor null. */
function readReview(value: unknown): SubmitterRecord['review'] | undefined {
  if (value === null) return null;
  const given = members(value);
  const [at, result, by] = [readInstant(given['at']), readOneOf(given['result'], ['passed', 'failed']), readText(given['by'])];
  return at === null || result === null || by === null ? undefined : { at, result, by };
}

function readClient(value: unknown): SubmitterRecord['client'] | undefined {
  if (value === null) return null;
  const given = members(value);
  const [appId, name] = [readText(given['appId']), readText(given['name'])];
  return appId === null || name === null ? undefined : { appId, name };
}

function readTransfer(value: unknown): TransferRecord | null {
  const { declaredSha256, declaredSeconds } = members(value);
  const isHash = declaredSha256 === null || (typeof declaredSha256 === 'string' && /^[0-9a-f]{64}$/.test(declaredSha256));
  const seconds = declaredSeconds === null ? null : readWhole(declaredSeconds);
  if (!isHash || (declaredSeconds !== null && seconds === null)) return null;
  return { declaredSha256, declaredSeconds: seconds };
}

function readReread(value: unknown): RereadRecord | null {
  const given = members(value);
  const at = given['at'] === null ? null : readInstant(given['at']);
  const state = readOneOf(given['state'], ['unchecked', 'whole', 'damaged', 'missing']);
  return state === null || (given['at'] !== null && at === null) ? null : { at, state };
}

function readStep(value: unknown): CustodyStep | null {
  const { from: first, until: last, hand: who, ...given } = members(value);
  const hand = members(who);
  const [from, until] = [readInstant(first), readInstant(last)];
  const kind = readOneOf(hand['kind'], ['operator', 'client', 'command', 'system']);
  const [name, act, count] = [readText(hand['name']), readText(given['act'], 40), readWhole(given['count'])];
  if (from === null || until === null || kind === null || name === null || act === null || count === null) return null;
  return { from, until, hand: { kind, name }, act, count };
}

const maxBytes = 4_194_304;
/** Further steps are counted but not listed. */
export const maxSteps = 1000;
