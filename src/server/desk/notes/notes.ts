import { panelObjectOf, type PanelObject } from '../../../domain/business/trail/panel-object.ts';
import type { Database } from '../../platform/db/database.ts';
import { isSuper, type Operator } from '../../platform/http/operator.ts';
import { conflict, refuse } from '../../platform/http/refusal.ts';
import { sendMessage } from '../messages/store.ts';
import { listColleagues, type Colleague } from '../references/colleagues.ts';
import type { FoundReference, References } from '../references/reference.ts';
import { operatorActor, recordTrail } from '../trail/trail.ts';
import { findNote, insertNote, insertWithdrawal } from './store.ts';

export interface NoteDeps {
  readonly db: Database;
  readonly references: () => References;
}

interface Given {
  readonly object: PanelObject;
  readonly content: string;
  readonly mentions: readonly string[];
}

/**
 * Adds a note to an object that its author may open, and sends a message to those it mentions. @returns its ID. @throws Refusal that names
 * a mentioned colleague who may not open the object.
 */
export async function addNote(
  { db, references }: NoteDeps,
  { object, content, mentions }: Given,
  { operator, ip }: { readonly operator: Operator; readonly ip: string },
): Promise<string> {
  const reference = await references().open(operator, object);
  const named = mentions.length === 0 ? [] : await mentionable(db, reference, mentions);
  return db.transaction().execute(async (tx) => {
    const author = { id: operator.accountId, name: operator.realname };
    const people = named.map(({ accountId: id, realname: name }) => ({ id, name }));
    const noteId = await insertNote(tx, { object, author, body: content, mentions: people });
    const after = { note: noteId, ...(people.length > 0 && { mentioned: people.map(({ name }) => name) }) };
    await recordTrail(tx, operatorActor(operator, ip), { action: '添加备注', object, after });
    // Authors get no message about their own note.
    const recipients = people.map(({ id }) => id).filter((id) => id !== operator.accountId);
    await sendMessage(tx, { kind: 'mention', object, event: `note/${noteId}`, noteId }, recipients);
    return noteId;
  });
}

/**
 * Withdraws a note: its text is hidden, while its author and who withdrew it remain visible. Its author may do this, and role 1, to remove
 * inappropriate notes of colleagues.
 */
export async function withdrawNote(
  { db, references }: NoteDeps,
  id: string,
  { operator, ip }: { readonly operator: Operator; readonly ip: string },
): Promise<void> {
  const note = await findNote(db, id);
  const object = note && panelObjectOf(note.object);
  if (!note || !object || !(await references().openable(operator, [object])).has(object)) throw refuse('该备注不存在');
  if (!mayWithdraw(operator, note.author_id)) throw refuse('只能撤回自己的备注');
  await db.transaction().execute(async (tx) => {
    const isFirst = await insertWithdrawal(tx, id, { id: operator.accountId, name: operator.realname });
    if (!isFirst) throw conflict('该备注已撤回');
    await recordTrail(tx, operatorActor(operator, ip), { action: '撤回备注', object, after: { note: id } });
  });
}

export function mayWithdraw(operator: Operator, authorId: string): boolean {
  return operator.accountId === authorId || isSuper(operator);
}

/** The operator's colleagues, without the operator: those who may open an object, and those who may not. */
export async function colleaguesOf(
  db: Database,
  reference: FoundReference,
  { accountId: own }: Pick<Operator, 'accountId'>,
): Promise<{ readonly able: readonly Colleague[]; readonly barred: readonly Colleague[] }> {
  const others = (await listColleagues(db)).filter(({ accountId }) => accountId !== own);
  return { able: others.filter((one) => reference.mayOpen(one)), barred: others.filter((one) => !reference.mayOpen(one)) };
}

async function mentionable(db: Database, reference: FoundReference, ids: readonly string[]): Promise<Colleague[]> {
  const colleagues = new Map((await listColleagues(db)).map((one) => [one.accountId, one]));
  return ids.map((id) => {
    const colleague = colleagues.get(id);
    if (!colleague) throw refuse('提及的同事不存在或已停用', { mentions: '提及的同事不存在或已停用' });
    if (reference.mayOpen(colleague)) return colleague;
    const why = `${colleague.realname}无权查看该对象，不能提及`;
    throw refuse(why, { mentions: why });
  });
}
