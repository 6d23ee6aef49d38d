import { emptyCell } from '../../ui/empty-cell.ts';
import { StatusDot } from '../cells.tsx';
import { given } from '../../ui/given-text.tsx';
import { visibleText } from '../../../../domain/kit/text/visible-text.ts';
import '../list.css';
import '../../ui/plain-table.css';
import type { Many } from './use-many.ts';
import type { RowName } from './use-selected-rows.ts';
import './selection.css';

export interface NamedRow extends RowName {
  readonly key: string;
}

/** A line per row: whether the act succeeded, and otherwise why not. Failed rows come first. */
export function OutcomeTable({
  rows,
  many: { outcomes, pending },
}: {
  rows: readonly NamedRow[];
  many: Pick<Many, 'outcomes' | 'pending'>;
}) {
  const hasFailed = ({ key }: NamedRow) => outcomes.get(key)?.isDone === false;
  const ordered = [...rows.filter(hasFailed), ...rows.filter((row) => !hasFailed(row))];
  const failed = rows.filter(hasFailed).length;
  const isPending = pending.size > 0;
  return (
    <>
      <p className="outcome-sum" role="status">
        {isPending ? `正在处理 ${pending.size} 份……` : `成功 ${rows.length - failed} 份，失败 ${failed} 份`}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className="outcome-scroll" role="region" aria-label="处理结果" aria-busy={isPending} tabIndex={0}>
        <table className="plain-table outcome-table">
          <thead>
            <tr>
              <th scope="col">名称</th>
              <th scope="col">结果</th>
              <th scope="col">原因</th>
            </tr>
          </thead>
          <tbody>
            {ordered.map(({ key, title, note }) => {
              const outcome = pending.has(key) ? undefined : outcomes.get(key);
              return (
                <tr key={key}>
                  <td>
                    <span className="selected-name">
                      <span title={visibleText(title)}>{given(title)}</span>
                      <small className="mono">{note}</small>
                    </span>
                  </td>
                  <td>
                    {outcome ? (
                      <StatusDot tone={outcome.isDone ? 'done' : 'failed'} text={outcome.isDone ? '成功' : '失败'} />
                    ) : (
                      <StatusDot tone="work" text="处理中" />
                    )}
                  </td>
                  <td className="prose">{given(outcome?.reason) || emptyCell}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}
