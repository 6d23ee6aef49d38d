import { bytesToHex } from '@noble/hashes/utils.js';
import { sql } from 'kysely';
import type { ConflictKind } from '../../../domain/business/codes/witnesses.ts';
import { readUtf8, sameBytes } from '../../../domain/kit/bytes/bytes.ts';
import { type Checkpoint, parseCheckpoint, verifyCheckpoint } from '../../../domain/proof/tlog/checkpoint.ts';
import type { NoteKey } from '../../../domain/proof/tlog/note-key.ts';
import { originHash } from '../../../domain/proof/tlog/witness/add-checkpoint.ts';
import { lockAnchored } from '../../desk/events/anchored-store.ts';
import { sendMessage } from '../../desk/messages/store.ts';
import { listColleagues } from '../../desk/references/colleagues.ts';
import { type Actor, recordTrail } from '../../desk/trail/trail.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { isSuper } from '../../platform/http/operator.ts';
import { readHead } from '../log/log-store.ts';
import type { WitnessEndpoint } from './office-policy.ts';
import { rootAt } from './own-tree.ts';
import { callWitness } from './witness-transport.ts';

/** A witness's statement that contradicts this log, before it is known who is right. */
export interface Contradiction {
  readonly kind: ConflictKind;
  /** Size of the round's checkpoint. */
  readonly askedSize: number;
  /** Size that the witness named, or that the rejected proof started from. */
  readonly reportedSize: number;
}

/** A contradiction after investigation. `shown` is null if the witness showed no foreign checkpoint. */
export interface JudgedConflict extends Contradiction {
  readonly newestSize: number;
  readonly shown: ShownHead | null;
}

/**
 * Investigates whether a witness can show a checkpoint under this log's own key that this log never signed. A 409 or 422 is unsigned, and a
 * single liar must not be able to stop the office (spec/court, 5). @throws WitnessError if the witness does not answer.
 */
export async function judgeContradiction(
  db: Database,
  { url }: WitnessEndpoint,
  key: NoteKey,
  contradiction: Contradiction,
): Promise<JudgedConflict> {
  const shown = await readShownHead(url, key);
  const newestSize = (await readHead(db)).size;
  const isForeign = shown !== null && !(await isOwn(db, shown, newestSize));
  return { ...contradiction, newestSize, shown: isForeign ? shown : null };
}

async function isOwn(db: Database, { checkpoint: { size, root } }: ShownHead, newestSize: number): Promise<boolean> {
  return size <= newestSize && sameBytes(await rootAt(db, size), root);
}

/**
 * Records a conflict, once for each state of it. A conflict with a foreign checkpoint is a fork: from then on nothing new counts as
 * anchored.
 * @returns whether it is new.
 */
export async function recordConflict(tx: Tx, { url, names }: WitnessEndpoint, conflict: JudgedConflict): Promise<boolean> {
  const heldFrom = await lockAnchored(tx);
  const { kind, askedSize, newestSize, reportedSize, shown } = conflict;
  if (await isKnown(tx, url, shown)) return false;
  const { id } = await tx
    .insertInto('witness_conflict')
    .values({
      url,
      witness: names.join('、'),
      kind,
      asked_size: String(askedSize),
      newest_size: String(newestSize),
      told_size: String(reportedSize),
      ...(shown
        ? {
            shown_size: String(shown.checkpoint.size),
            shown_root: Buffer.from(shown.checkpoint.root),
            shown_note: shown.note,
            held_from: heldFrom,
          }
        : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordTrail(tx, witnessActor, {
    action: shown ? '发现日志分叉' : '搁置见证方',
    object: `witness/${names.join('、')}`,
    after: shown
      ? { checkpoint: String(shown.checkpoint.size), root: bytesToHex(shown.checkpoint.root) }
      : { checkpoint: String(reportedSize) },
  });
  if (shown) await notifyFork(tx, id);
  return true;
}

/** Notifies the holders of role 1, who alone may answer a fork. */
async function notifyFork(tx: Tx, id: string): Promise<void> {
  const to = (await listColleagues(tx)).filter(isSuper).map(({ accountId }) => accountId);
  await sendMessage(tx, { kind: 'custody', object: `fork/${id}`, event: `fork/${id}` }, to);
}

/**
 * A fork is known while one is open at this address, or if an administrator has answered one of any witness that was at least as large; it
 * is reported again when the other history has grown. A conflict without a foreign checkpoint is reported once, until the witness cosigns
 * again.
 */
async function isKnown(tx: Tx, url: string, shown: ShownHead | null): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`select ${
    shown
      ? sql`exists (
          select from witness_conflict
           where shown_size is not null
             and case when answered_at is null then url = ${url} else shown_size >= ${String(shown.checkpoint.size)}::bigint end)`
      : sql`exists (select from witness_state where url = ${url} and is_aside)`
  } as "isKnown"`.execute(tx);
  return rows[0]?.isKnown === true;
}

const witnessActor: Actor = { kind: 'system', id: '', name: '见证', ip: '' };

/** A checkpoint that a witness serves, signed by this log's key. */
interface ShownHead {
  readonly checkpoint: Checkpoint;
  /** The signed note, byte for byte. */
  readonly note: string;
}

/** The checkpoint that a witness serves for this log; null if none is signed by this log's key. @throws WitnessError if it is silent. */
async function readShownHead(url: string, key: NoteKey): Promise<ShownHead | null> {
  const { status, body } = await callWitness({ url, path: `${originHash(key.name)}/checkpoint` });
  const read = status === 200 ? parseCheckpoint(body) : null;
  if (!read?.ok) return null;
  const { checkpoint, note } = read.value;
  const isOurs = verifyCheckpoint(checkpoint, note, { origin: key.name, keys: [key] }).ok;
  return isOurs ? { checkpoint, note: readUtf8(body) ?? '' } : null;
}
