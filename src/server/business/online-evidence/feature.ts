import type { labelCalls } from '../../../contract/console/labels.ts';
import type { OnlineKind } from '../../../domain/business/codes/online-evidence.ts';
import type { Deps } from '../../custody/deps.ts';
import { type Actor, operatorActor, recordTrail } from '../../desk/trail/trail.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { eachRow } from '../../platform/http/each-row.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { conflict, refuse } from '../../platform/http/refusal.ts';
import { lockCaptureLabel, setCaptureLabel } from '../captures/store.ts';
import { listLabels } from '../evidence/labels.ts';
import { lockRecordingLabel, setRecordingLabel } from '../recordings/store.ts';
import { batchRoutes } from './routes.ts';

/** Acts on many captures or recordings at once: downloads and labels. */
export function onlineEvidence(deps: Pick<Deps, 'db' | 'store'>) {
  return {
    routes: { ...batchRoutes(deps), ...labelRoutes(deps) },
  };
}

function labelRoutes({ db }: Pick<Deps, 'db'>): Handlers<typeof labelCalls> {
  return {
    async setLabels({ baoquanStr: numbers, type: kind, label, was }, { operator, ip }) {
      const actor = operatorActor(operator, ip);
      return { results: await eachRow(numbers, (number, at) => setLabel(db, { kind, number, label, was: was?.[at] }, actor)) };
    },

    async recordingLabels({ type }) {
      return { list: (await listLabels(db, { table: 'recording', column: 'type' }, type)).map((label) => ({ label })) };
    },
  };
}

interface Labelled {
  readonly kind: OnlineKind;
  readonly number: string;
  /** Empty removes the label. */
  readonly label: string;
  /** The label that the operator saw; undefined to skip the check. */
  readonly was: string | undefined;
}

/**
 * Sets the label of a capture or recording, and writes the trail row. Nothing changes if it already has that label.
 * @throws Refusal `该证据不存在`; a conflict with the new label if somebody else has changed it meanwhile.
 */
async function setLabel(db: Database, { kind, number, label, was }: Labelled, operator: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const found = await (kind === 'web' ? lockCaptureLabel(tx, number) : lockRecordingLabel(tx, kind, number));
    if (!found) throw refuse('该证据不存在');
    if (found.label === label) return;
    if (was !== undefined && was !== found.label)
      throw conflict(found.label === '' ? '标签已被其他人清除' : `标签已被其他人改为“${found.label}”`);
    await writeLabel(tx, kind, number, label);
    await recordTrail(tx, operator, {
      action: '修改标签',
      object: `${kind === 'web' ? 'capture' : 'recording'}/${number}`,
      before: { label: found.label },
      after: { label },
    });
  });
}

function writeLabel(tx: Tx, kind: OnlineKind, number: string, label: string): Promise<void> {
  return kind === 'web' ? setCaptureLabel(tx, number, label) : setRecordingLabel(tx, number, label);
}
