import './day-bars.css';

interface Props {
  readonly name: string;
  /** `yyyy-MM-dd`; the last day is today. */
  readonly days: readonly string[];
  /** One number per day. */
  readonly counts: readonly number[];
}

/** A small plot with one number per day. Its label states the content too, and each bar states its day and number. */
export function DayBars({ name, days, counts }: Props) {
  const sum = counts.reduce((total, count) => total + count, 0);
  const most = Math.max(...counts);
  const busiestDay = days[counts.indexOf(most)] ?? '';
  const today = counts.at(-1) ?? 0;
  const label =
    sum === 0
      ? `${name}：${days.length}天内没有`
      : `${name}：${days.length}天共${sum}，${shortDay(busiestDay)}最多，为${most}，今日${today}`;
  return (
    <figure className="day-bars">
      <figcaption>
        <span className="day-bars-name">{name}</span>
        <span className="num">
          <b>{sum.toLocaleString('en-US')}</b>
          <small>今日 {today.toLocaleString('en-US')}</small>
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${days.length * step} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {counts.map((count, at) => {
          const bar = most === 0 ? 0 : Math.max(count > 0 ? minBarHeight : 0, (count / most) * height);
          return (
            <g key={days[at]}>
              <rect className="day-bars-ground" x={at * step} y={0} width={step} height={height}>
                <title>{`${shortDay(days[at] ?? '')}：${count}`}</title>
              </rect>
              <rect className="day-bars-bar" x={at * step + gap / 2} y={height - bar} width={step - gap} height={bar} />
            </g>
          );
        })}
      </svg>
      <div className="day-bars-days num" aria-hidden="true">
        <span>{shortDay(days[0] ?? '')}</span>
        {most > 0 && <span>单日最多 {most.toLocaleString('en-US')}</span>}
        <span>{shortDay(days.at(-1) ?? '')}</span>
      </div>
    </figure>
  );
}

const step = 10;
const gap = 3;
const height = 64;
/** So that one item beside a day with a thousand is still visible. */
const minBarHeight = 2;

function shortDay(day: string): string {
  return day.slice(5);
}
