import type { CaptureRow } from '../../../../contract/console/captures.ts';
import type { RecordingRow } from '../../../../contract/console/recordings.ts';
import type { NamedRow } from '../../../kit/list/selection/outcome-table.tsx';
import type { RowName } from '../../../kit/list/selection/use-selected-rows.ts';

/** A row of any list of online evidence. */
export type OnlineRow = CaptureRow | RecordingRow;

export function numberOf(row: OnlineRow): string {
  return 'baoquan_no' in row ? row.baoquan_no : row.attestation_id;
}

export function nameOf(row: OnlineRow): RowName {
  return { title: row.name, note: numberOf(row) };
}

export function namedRows(rows: readonly OnlineRow[]): NamedRow[] {
  return rows.map((row) => ({ key: numberOf(row), ...nameOf(row) }));
}
