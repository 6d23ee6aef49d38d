import { useState } from 'react';
import { DayBars } from './day-bars.tsx';
import { Card } from '../../kit/ui/field-list.tsx';
import { PlainTable } from '../../kit/ui/plain-table.tsx';
import type { WorkbenchReply } from './reply.ts';

/** New items of the last days: one plot per kind, or all of them in a table. */
export function Activities({ days, activities }: Pick<WorkbenchReply, 'days' | 'activities'>) {
  const [isTable, setTable] = useState(false);
  return (
    <Card
      title={`近 ${days.length} 天`}
      action={
        <button type="button" className="link" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? '以图形查看' : '以表格查看'}
        </button>
      }
    >
      {isTable ? (
        <div className="bench-table">
          <PlainTable
            rows={days.map((_, at) => days.length - 1 - at).map((at) => ({ day: days[at] ?? '', at }))}
            rowKey={({ day }) => day}
            columns={[
              { title: '日期', cell: ({ day }) => day },
              ...activities.map(({ name, counts }) => ({ title: name, cell: ({ at }: { at: number }) => String(counts[at] ?? 0) })),
            ]}
          />
        </div>
      ) : (
        <div className="bench-plots">
          {activities.map(({ name, counts }) => (
            <DayBars key={name} name={name} days={days} counts={counts} />
          ))}
        </div>
      )}
    </Card>
  );
}
