import type { Database, Tx } from '../../platform/db/database.ts';
import { recordActs, type Act, type Actor } from '../trail/trail.ts';
import {
  ableAcceptors,
  hasOrphaned,
  lockAssignments,
  lockOpenOf,
  lockOrphaned,
  setAcceptor,
  type AbleAcceptor,
  type Acceptor,
  type OpenApplication,
} from './store.ts';

/**
 * The acceptor for the next application: the one with the fewest open applications; among equals, the one with the lowest account ID. Null
 * if no account takes applications. Locks all assignments until the commit.
 */
export async function nextAcceptor(tx: Tx): Promise<Acceptor | null> {
  await lockAssignments(tx);
  const [first] = await ableAcceptors(tx);
  return first ? { id: first.id, name: first.name } : null;
}

/** Reassigns all open applications of an account to the other acceptors, or to nobody if there are none. @returns how many. */
export async function reassignApplications(tx: Tx, accountId: string, actor: Actor): Promise<number> {
  await lockAssignments(tx);
  const open = await lockOpenOf(tx, accountId);
  const others = (await ableAcceptors(tx)).filter(({ id }) => id !== accountId);
  return distribute(tx, open, others, actor);
}

/**
 * Assigns open applications without an acceptor, or whose acceptor no longer takes any, at most a thousand. @returns how many.
 */
export async function assignWaiting(tx: Tx, actor: Actor): Promise<number> {
  await lockAssignments(tx);
  const able = await ableAcceptors(tx);
  if (able.length === 0) return 0;
  return distribute(tx, await lockOrphaned(tx, able), able, actor);
}

/** The periodic job. It checks first, so that it takes no lock while there is nothing to do. */
export async function reassignOrphaned(db: Database): Promise<void> {
  const able = await ableAcceptors(db);
  if (able.length > 0 && (await hasOrphaned(db, able))) await db.transaction().execute((tx) => assignWaiting(tx, office));
}
const office: Actor = { kind: 'system', id: '0', name: '系统', ip: '' };

/** Assigns one application after the other to the acceptor with the fewest so far; to nobody if `able` is empty. */
async function distribute(tx: Tx, open: readonly OpenApplication[], able: readonly AbleAcceptor[], actor: Actor): Promise<number> {
  const shares = able.map(({ id, name, open: busy }) => ({ id, name, busy, given: [] as string[] }));
  const acts: Act[] = [];
  for (const { id, acceptor_id, acceptor_name } of open) {
    const share = shares.reduce<(typeof shares)[number] | null>((least, one) => (least && least.busy <= one.busy ? least : one), null);
    if (share) {
      share.busy += 1;
      share.given.push(id);
    }
    acts.push({
      action: acceptor_id === null ? '分派出证申请' : '改派出证申请',
      object: `application/${id}`,
      before: { acceptor: acceptor_id, name: acceptor_name },
      after: { acceptor: share?.id ?? null, name: share?.name ?? '' },
    });
  }
  const to = shares.length > 0 ? shares : [{ id: null, name: '', given: open.map(({ id }) => id) }];
  for (const one of to) if (one.given.length > 0) await setAcceptor(tx, one, one.given);
  for (let at = 0; at < acts.length; at += 1000)
    await recordActs(
      tx,
      acts.slice(at, at + 1000).map((act) => ({ actor, act })),
    );
  return open.length;
}
