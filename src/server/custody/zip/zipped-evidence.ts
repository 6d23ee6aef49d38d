import type { OnlineKind } from '../../../domain/business/codes/online-evidence.ts';
import { viewableOf } from '../../desk/acceptors/visibility.ts';
import type { Database } from '../../platform/db/database.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Viewer } from '../../platform/http/operator.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';

/** One evidence in a zip: its originals and the reports on its capture, in the manifest's order. */
export interface ZippedEvidence {
  readonly number: string;
  readonly title: string;
  readonly files: readonly ZippedFile[];
  readonly isThere: boolean;
}
export interface ZippedFile {
  readonly name: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/**
 * Finds the evidence of these numbers, in their order. Only successful captures are evidence, so one rule covers numbers that are unknown,
 * of another kind, unsuccessful, or not visible to the operator. @throws Refusal that names the first of them.
 */
export async function findZipped(
  db: Database,
  store: ObjectStore,
  viewer: Viewer,
  kind: OnlineKind,
  numbers: readonly string[],
): Promise<ZippedEvidence[]> {
  const { evidence, refused } = await findZippable(db, store, viewer, kind, numbers);
  if (refused[0] !== undefined) throw refuse(`证据不存在或未取证成功：${refused[0]}`);
  return evidence;
}

/** Like `findZipped`, but returns the available evidence and the refused numbers. */
export async function findZippable(
  db: Database,
  store: ObjectStore,
  viewer: Viewer,
  kind: OnlineKind,
  numbers: readonly string[],
): Promise<{ evidence: ZippedEvidence[]; refused: string[] }> {
  const [found, viewable] = await Promise.all([evidenceOf(db, kind, numbers), viewableOf(db, viewer, numbers)]);
  const evidence = await Promise.all(
    [...found.values()]
      .filter(({ number }) => viewable.has(number))
      .map(async (one) => {
        const sizes = await Promise.all(one.files.map(({ sha256 }) => store.stat(sha256)));
        return { ...one, isThere: one.isThere && one.files.length > 0 && sizes.every((size) => size !== null) };
      }),
  );
  return { evidence, refused: numbers.filter((number) => !found.has(number) || !viewable.has(number)) };
}

/** Evidence according to the rows. The details are omitted: they name the holder, and no store has them. */
export async function evidenceOf(db: Database, kind: OnlineKind, numbers: readonly string[]): Promise<Map<string, ZippedEvidence>> {
  const rows = await db
    .selectFrom('evidence')
    .leftJoin('evidence_file', (join) =>
      join.onRef('evidence_file.evidence_id', '=', 'evidence.id').on('evidence_file.role', '<>', 'details'),
    )
    .select([
      'evidence.number',
      'evidence.title',
      'evidence.file_status',
      'evidence_file.name',
      'evidence_file.sha256',
      'evidence_file.size_bytes',
    ])
    .where('evidence.kind', '=', kind)
    .where('evidence.number', 'in', [...numbers])
    .orderBy('evidence_file.name')
    .execute();
  const found = new Map<string, ZippedEvidence>();
  for (const number of numbers) {
    const own = rows.filter((row) => row.number === number);
    const [first] = own;
    if (!first) continue;
    const files = own.flatMap(({ name, sha256, size_bytes }) =>
      name === null || sha256 === null ? [] : [{ name, sha256, sizeBytes: Number(size_bytes) }],
    );
    found.set(number, { number, title: first.title, files, isThere: first.file_status === 'stored' });
  }
  return found;
}
