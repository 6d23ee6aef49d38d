import type { TrailAction, TrailObject } from '../../../domain/business/trail/trail-names.ts';
import type { Tx, Database } from '../../platform/db/database.ts';
import { noteWrite } from '../../platform/db/replica/call-reads.ts';
import type { TrailState } from '../../platform/db/json.ts';
import type { ActorKind } from '../../platform/db/tables.ts';
import type { Operator } from '../../platform/http/operator.ts';
import { insertActs } from './store.ts';

/** The person, client or system that acted. */
export interface Actor {
  readonly kind: ActorKind;
  readonly id: string;
  /** An operator's realname, or a client's name, at the time of the act. */
  readonly name: string;
  readonly ip: string;
}
/** An action, its object (`user/17`), and the object's state before and after. Must not contain secrets. */
export interface Act {
  readonly action: TrailAction;
  readonly object: TrailObject;
  readonly before?: TrailState;
  readonly after?: TrailState;
}

/** Adds a row to the trail, in the transaction of the recorded change. It is linked into the chain within a second. */
export async function recordTrail(db: Tx | Database, actor: Actor, act: Act): Promise<void> {
  await recordActs(db, [{ actor, act }]);
}

/** As `recordTrail`, for many rows in one statement, in the given order. */
export async function recordActs(db: Tx | Database, acts: readonly { readonly actor: Actor; readonly act: Act }[]): Promise<void> {
  const rows = acts.map(({ actor, act }) => ({
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    ip: actor.ip,
    action: act.action,
    object: act.object,
    before: act.before ? JSON.stringify(act.before) : null,
    after: act.after ? JSON.stringify(act.after) : null,
  }));
  await insertActs(db, rows);
  noteWrite();
}

export function operatorActor(operator: Operator, ip: string): Actor {
  return { kind: 'operator', id: operator.accountId, name: operator.realname, ip };
}
