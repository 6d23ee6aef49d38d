import { fileStatus } from '../../../../domain/business/codes/evidence.ts';
import { anchorStage } from '../../../../domain/proof/evidence/anchor-stage.ts';
import { formatTime } from '../../../../domain/kit/text/time.ts';
import { anchorFieldsOf, logFieldsOf } from '../../../../contract/anchor-wire.ts';
import { bracketFieldOf } from '../../../../contract/bracket-wire.ts';
import type { Config } from '../../../platform/runtime/config.ts';
import { anchorOf } from '../../../custody/log/append.ts';
import { isCosigned } from '../../../custody/log/cosigned.ts';
import { readBracket } from '../../../custody/marks/mark-facts.ts';
import { isMainFile } from '../../../custody/evidence/evidence-files.ts';
import type { Database } from '../../../platform/db/database.ts';
import { IntakeRefusal } from '../../../open/signed/refusal.ts';

/** The state of an evidence. @param asker the calling enterprise, which may read only its own; null for a platform client. */
export async function describeEvidence(
  { db, config: { chain, timestamps } }: { db: Database; config: Pick<Config, 'chain' | 'timestamps'> },
  number: string,
  asker: string | null,
) {
  const found = /^[0-9A-F]{32}$/.test(number) ? await findEvidence(db, number) : undefined;
  if (!found) throw new IntakeRefusal(404, 'unknown', 'there is no such evidence');
  if (asker !== null && asker !== found.user_id)
    throw new IntakeRefusal(403, 'forbidden', 'an enterprise may ask for its own evidence only');
  const anchor = await anchorOf(db, found.log_entry, timestamps.url !== undefined);
  const fields = anchorFieldsOf(anchor, chain !== null);
  const state = states[anchorStage(fields.anchor_kind, anchor !== null)];
  const bracket = bracketFieldOf(await readBracket(db, number, anchor));
  return {
    baoquan: found.number,
    user_id: found.user_id,
    title: found.title,
    sha256: found.sha256 ?? '',
    sm3: found.sm3 ?? '',
    saveTime: formatTime(found.saved_at),
    fileStatus: fileStatus.code(found.file_status),
    state,
    checkpoint: anchor?.checkpointSize ?? null,
    anchoredAt: anchor ? formatTime(anchor.anchoredAt) : null,
    complete:
      state === 'anchored' && found.log_entry !== null && (await isCosigned(db, found.log_entry)) && !(await lacksFile(db, found.id)),
    mark: bracket && (bracket.bound ? ('bound' as const) : ('unbound' as const)),
    notBefore: bracket?.not_before ?? null,
    notAfter: bracket?.not_after ?? null,
    ...fields,
    ...logFieldsOf(anchor),
  };
}

/** Whether a file of it was found damaged or missing: then it has no package. */
async function lacksFile(db: Database, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('evidence_file')
    .innerJoin('stored_object', 'stored_object.sha256', 'evidence_file.sha256')
    .select('stored_object.sha256')
    .where('evidence_file.evidence_id', '=', id)
    .where('stored_object.state', 'in', ['damaged', 'missing'])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

const states = { pending: 'pending', confirming: 'confirming', log: 'anchored', chain: 'anchored' } as const;

/** Evidence whose upload is unfinished has no file yet. */
function findEvidence(db: Database, number: string) {
  return db
    .selectFrom('evidence')
    .leftJoin('evidence_file', (join) => join.onRef('evidence_file.evidence_id', '=', 'evidence.id').on(isMainFile))
    .select(['evidence.id', 'number', 'user_id', 'title', 'saved_at', 'file_status', 'log_entry', 'sha256', 'sm3'])
    .where('number', '=', number)
    .limit(1)
    .executeTakeFirst();
}
