import { typedPhone } from '../../../domain/kit/text/typed.ts';
import { isMainFile } from '../../custody/evidence/evidence-files.ts';
import type { Database } from '../../platform/db/database.ts';

/** All stored data of one evidence except its file's bytes; null if it does not exist. */
export async function findEvidence(db: Database, number: string) {
  const found = await db
    .selectFrom('evidence')
    .innerJoin('users', 'users.id', 'evidence.user_id')
    // There is no file yet while it is uploading.
    .leftJoin('capture', 'capture.number', 'evidence.number')
    .leftJoin('evidence_file', (join) => join.onRef('evidence_file.evidence_id', '=', 'evidence.id').on(isMainFile))
    .selectAll('evidence')
    .select([
      'users.name as holder_name',
      'users.mobile as holder_mobile',
      'capture.url',
      'capture.opened_url',
      'capture.notes',
      'evidence_file.sha256',
      'evidence_file.sm3',
      'evidence_file.size_bytes',
      'evidence_file.media_type',
    ])
    .where('evidence.number', '=', number)
    .limit(1)
    .executeTakeFirst();
  return found ? { ...found, holder: shownName(found.holder_name, found.holder_mobile) } : null;
}
export type FoundEvidence = NonNullable<Awaited<ReturnType<typeof findEvidence>>>;

/** The owner's name in lists and details; their mobile number if the name is empty. */
export function shownName(name: string, mobile: string): string {
  return name === '' ? typedPhone(mobile) : name;
}
