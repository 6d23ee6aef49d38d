import type { HintRow } from '../../contract/console/reviews/hints.ts';

/** A hint of what may be amiss, about no picture and no other submission unless it says so. */
export function notice(hint: Pick<HintRow, 'name' | 'text' | 'rule'> & Partial<HintRow>): HintRow {
  return { is_notice: true, field: '', other_submission_id: '', other_field: '', ...hint };
}

/** As the trail keeps it: what it is called, its picture, and whose the other submission is. */
export function shownName({ name, field, other_submission_id: other }: HintRow): string {
  const about = [...(field === '' ? [] : [field]), ...(other === '' ? [] : [`资料${other}`])];
  return about.length === 0 ? name : `${name}（${about.join('，')}）`;
}
