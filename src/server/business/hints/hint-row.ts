import type { HintRow } from '../../../contract/console/hints.ts';

/** A hint at a possible problem; without a picture or another submission unless given. */
export function notice(hint: Pick<HintRow, 'name' | 'text' | 'rule'> & Partial<HintRow>): HintRow {
  return { is_notice: true, field: '', other_submission_id: '', other_field: '', ...hint };
}

/** The hint as recorded in the trail: its name, its picture, and the other submission. */
export function shownName({ name, field, other_submission_id: other }: HintRow): string {
  const about = [...(field === '' ? [] : [field]), ...(other === '' ? [] : [`资料${other}`])];
  return about.length === 0 ? name : `${name}（${about.join('，')}）`;
}
