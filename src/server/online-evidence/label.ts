import type { OnlineKind } from '../../domain/codes/online-evidence.ts';
import { lockCaptureLabel, setCaptureLabel } from '../captures/store.ts';
import type { Database, Tx } from '../db/database.ts';
import { conflict, refuse } from '../http/refusal.ts';
import { lockRecordingLabel, setRecordingLabel } from '../recordings/store.ts';
import { recordTrail, type Actor } from '../trail/trail.ts';

export interface Labelled {
  readonly kind: OnlineKind;
  readonly number: string;
  /** Empty takes the label away. */
  readonly label: string;
  /** As the operator saw it; undefined where nobody asks. */
  readonly was: string | undefined;
}

/**
 * Gives a capture or a recording its label, with the row of the trail. One that bears it already is left as it is.
 * @throws Refusal `该证据不存在`; a conflict that says what somebody else has made of the label meanwhile.
 */
export async function setLabel(db: Database, { kind, number, label, was }: Labelled, operator: Actor): Promise<void> {
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
