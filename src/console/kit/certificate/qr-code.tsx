import { encode } from 'uqr';

/** A QR code of a text with a quiet zone of four modules. Error correction M: a print may lose 15 %. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={label}>
      <path d={modulesPath(data)} fill="currentColor" />
    </svg>
  );
}

/** One rectangle per run of dark modules, so that no hairlines appear between neighbours. */
export function modulesPath(rows: readonly (readonly boolean[])[]): string {
  return rows
    .map((row, y) => row.map((isDark, x) => (!isDark || row[x - 1] ? '' : `M${x} ${y}h${runFrom(row, x)}v1h-${runFrom(row, x)}z`)).join(''))
    .join('');
}

function runFrom(row: readonly boolean[], start: number): number {
  const end = row.indexOf(false, start);
  return (end === -1 ? row.length : end) - start;
}
