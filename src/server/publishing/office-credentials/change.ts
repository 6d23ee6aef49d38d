import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { CredentialKind } from '../../../domain/business/codes/office-credentials.ts';
import { limits } from '../../../domain/business/codes/limits.ts';
import { encodeCredentialList } from '../../../domain/proof/platform/credential-list.ts';
import { appendEntry } from '../../custody/log/append.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { conflict, refuse } from '../../platform/http/refusal.ts';
import type { IncomingFile } from '../../platform/http/upload.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { readCredentialPicture } from './picture.ts';
import { readCredentials, stands, type KnownCredential } from './read.ts';
import { changeToWithdrawn, insertCredential, insertList, lockCredentials } from './store.ts';

export interface NewCredential {
  readonly kind: CredentialKind;
  readonly name: string;
  readonly number: string;
  readonly issuer: string;
  readonly validFrom: string;
  readonly validUntil: string | null;
  /** The credential that this one replaces. */
  readonly replaces: string | null;
}

/**
 * Adds a credential with its picture, which is stored durably before the row that references it. Row, trail and the list for the log are
 * one transaction. @returns its id. @throws Refusal for an invalid picture, a duplicate, or a predecessor that is no longer valid.
 */
export async function addCredential(
  db: Database,
  put: ObjectStore['put'],
  { credential, file }: { readonly credential: NewCredential; readonly file: IncomingFile },
  actor: Actor,
): Promise<string> {
  assertPlace(await readCredentials(db), credential);
  const picture = await readCredentialPicture(file);
  const sha256 = createHash('sha256').update(picture).digest('hex');
  await put(Readable.from([picture]), { maxBytes: picture.length, expectedSha256: sha256 });
  return db.transaction().execute(async (tx) => {
    await lockCredentials(tx);
    assertPlace(await readCredentials(tx), credential);
    const { kind, name, number, issuer, validFrom, validUntil, replaces } = credential;
    const now = new Date();
    const id = await insertCredential(tx, {
      kind,
      name,
      number,
      issuer,
      valid_from: validFrom,
      valid_until: validUntil,
      picture_sha256: sha256,
      picture_bytes: picture.length,
      replaces,
      operator_id: actor.id,
      operator: actor.name,
      created_at: now,
    });
    await recordTrail(tx, actor, {
      action: replaces === null ? '登记机构资质' : '更新机构资质',
      object: `office-credential/${id}`,
      after: { kind, name, number, issuer, validFrom, validUntil, replaces, sha256 },
    });
    await publishCredentials(tx, now);
    return id;
  });
}

/** Withdraws a credential from now on; it stays valid for the time before. @throws Refusal if it is no longer valid. */
export async function withdrawCredential(db: Database, id: string, reason: string, actor: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockCredentials(tx);
    const known = (await readCredentials(tx)).find((one) => one.id === id);
    if (!known) throw refuse('该资质不存在');
    if (!stands(known)) throw standsNoMore();
    const now = new Date();
    await changeToWithdrawn(tx, id, { at: now.toISOString(), reason });
    await recordTrail(tx, actor, { action: '作废机构资质', object: `office-credential/${id}`, after: { reason } });
    await publishCredentials(tx, now);
  });
}

/** Appends the current list to the log. The caller holds `lockCredentials`. */
async function publishCredentials(tx: Tx, listedAt: Date): Promise<void> {
  const entry = encodeCredentialList(await readCredentials(tx), listedAt);
  await insertList(tx, await appendEntry(tx, entry), listedAt);
}

function assertPlace(known: readonly KnownCredential[], { kind, number, replaces }: NewCredential): void {
  const current = known.filter(stands);
  if (replaces !== null) {
    const before = known.find(({ id }) => id === replaces);
    if (!before) throw refuse('该资质不存在');
    if (!stands(before)) throw standsNoMore();
    if (before.kind !== kind) throw refuse('更新的资质类型应与原资质相同', { type: '更新的资质类型应与原资质相同' });
  } else if (current.length >= limits.officeCredentials) {
    throw refuse(`有效的资质最多登记${limits.officeCredentials}项，请先作废不再使用的资质`);
  }
  if (current.some((one) => one.kind === kind && one.number === number && one.id !== replaces))
    throw refuse('该编号的资质已登记，请使用更新', { number: '该编号的资质已登记，请使用更新' });
}

function standsNoMore() {
  return conflict('该资质已被更新或作废，请刷新后查看');
}
