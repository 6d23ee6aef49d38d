import type { MonthRow } from '../../../contract/console/reconciliation.ts';

/** Income and refunds by month as adjacent bars; the table below has the numbers. Recharges appear only with permission to read them. */
export function MonthPlot({ months }: { months: readonly MonthRow[] }) {
  const seesRecharges = months.every(({ recharge }) => recharge !== null);
  const most = niceCeiling(Math.max(...months.flatMap((row) => [incomeOf(row), Number(row.refund)]), 1));
  const y = (yuan: number) => top + (height - top - bottom) * (1 - yuan / most);
  const step = (width - left) / months.length;
  return (
    <figure className="months-plot">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label="各月收入与退款">
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line className="grid" x1={left} x2={width} y1={y(most * part)} y2={y(most * part)} />
            <text className="scale" x={left - 8} y={y(most * part) + 4} textAnchor="end">
              {shortYuan(most * part)}
            </text>
          </g>
        ))}
        {months.map((row, at) => {
          const x = left + step * at + step / 2;
          const [notarization, income, refund] = [Number(row.notarization), incomeOf(row), Number(row.refund)];
          return (
            <g key={row.month}>
              <title>{titleOf(row, seesRecharges)}</title>
              <rect className="touch" x={x - step / 2} y={top} width={step} height={height - top - bottom} />
              <rect className="notarization" x={x - bar - 1} y={y(notarization)} width={bar} height={y(0) - y(notarization)} />
              <rect className="recharge" x={x - bar - 1} y={y(income)} width={bar} height={y(notarization) - y(income)} />
              <rect className="refund" x={x + 1} y={y(refund)} width={bar} height={y(0) - y(refund)} />
              <text className="scale" x={x} y={height - 6} textAnchor="middle">
                {`${Number(row.month.slice(5))}月`}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption>
        <span className="notarization">公证收入</span>
        {seesRecharges && <span className="recharge">充值收入</span>}
        <span className="refund">退款</span>
      </figcaption>
    </figure>
  );
}

const [width, height, left, top, bottom, bar] = [1080, 168, 64, 12, 24, 22];

function titleOf(row: MonthRow, seesRecharges: boolean): string {
  const income = seesRecharges
    ? `收入 ${row.income} 元（公证 ${row.notarization}，充值 ${row.recharge}）`
    : `公证收入 ${row.notarization} 元`;
  return `${row.month}：${income}，退款 ${row.refund} 元`;
}

function incomeOf({ notarization, income }: MonthRow): number {
  return Number(income ?? notarization);
}

/** The smallest 1, 2 or 5 times a power of ten that is not below the amount. */
function niceCeiling(amount: number): number {
  const power = 10 ** Math.floor(Math.log10(amount));
  return power * ([1, 2, 5].find((digit) => digit * power >= amount) ?? 10);
}

function shortYuan(yuan: number): string {
  return yuan >= 10_000 ? `${yuan / 10_000}万` : String(yuan);
}
