/**
 * The border of a certificate: bands of interlaced waves between fine lines, a rosette in each corner, with the dimensions of the PDF's
 * border (server/custody/certificate-frame), so that screen, print and PDF look the same. Stretches over its sheet.
 */
export function Guilloche() {
  return (
    <svg className="guilloche" viewBox={`0 0 ${sheet.width} ${sheet.height}`} preserveAspectRatio="none" fill="none" aria-hidden="true">
      {rules.map(({ inset, width, colour }) => (
        <rect
          key={inset}
          x={inset}
          y={inset}
          width={sheet.width - 2 * inset}
          height={sheet.height - 2 * inset}
          stroke={colour}
          strokeWidth={width}
        />
      ))}
      {bands.map(({ path, colour }) => (
        <path key={colour} d={path} stroke={colour} strokeWidth={0.4} />
      ))}
      {/* No transforms: Chromium loses them where print repeats the border on each page. */}
      {corners.map(([x, y]) => (
        <g key={`${x} ${y}`}>
          <circle cx={x} cy={y} r={rosetteRadius + 1} fill="var(--paper)" stroke="var(--gold)" strokeWidth={0.5} />
          {rosetteColours.map((colour, turn) => (
            // oxlint-disable-next-line react/no-array-index-key -- the three turns never change
            <path key={turn} d={rosettePath(turn, x, y)} stroke={colour} strokeWidth={0.4} />
          ))}
        </g>
      ))}
    </svg>
  );
}

/** A4 in points. */
const sheet = { width: 595.28, height: 841.89 } as const;
const corner = 32;
const bandHalf = 7;
const waves = 6;
const waveLength = 30;
const rosetteRadius = bandHalf + 4;
const blue = 'var(--wave-blue)';
const gold = 'var(--gold-soft)';
const rules = [
  { inset: 20, width: 0.9, colour: 'var(--gold)' },
  { inset: 22.5, width: 0.35, colour: blue },
  { inset: 41.5, width: 0.35, colour: blue },
  { inset: 44, width: 0.6, colour: 'var(--gold)' },
] as const;
const corners = [corner, sheet.width - corner].flatMap((x) => [corner, sheet.height - corner].map((y) => [x, y] as const));

type Edge = { readonly length: number; readonly at: (along: number, across: number) => readonly [x: number, y: number] };
const edges: readonly Edge[] = [
  { length: sheet.width - 2 * corner, at: (along, across) => [corner + along, corner + across] },
  { length: sheet.width - 2 * corner, at: (along, across) => [corner + along, sheet.height - corner + across] },
  { length: sheet.height - 2 * corner, at: (along, across) => [corner + across, corner + along] },
  { length: sheet.height - 2 * corner, at: (along, across) => [sheet.width - corner + across, corner + along] },
];

const bands = [
  { colour: blue, path: wavesOf((wave) => wave % 3 !== 0) },
  { colour: gold, path: wavesOf((wave) => wave % 3 === 0) },
];

const rosetteColours = [blue, gold, blue];

function wavesOf(isChosen: (wave: number) => boolean): string {
  const phases = Array.from({ length: waves }, (_, wave) => wave)
    .filter(isChosen)
    .map((wave) => (wave / waves) * 2 * Math.PI);
  return edges.flatMap((edge) => phases.map((phase) => wavePath(edge, phase))).join('');
}

/** A sine as Bézier curves of a quarter wave each. Its amplitude varies along the edge. */
function wavePath({ length, at }: Edge, phase: number): string {
  const count = Math.round(length / waveLength) * 4;
  const step = length / count;
  const height = (index: number) => bandHalf * (0.72 + 0.28 * Math.cos((index * Math.PI) / 4)) * Math.sin((index * Math.PI) / 2 + phase);
  const slope = (index: number) => (height(index + 0.01) - height(index - 0.01)) / 0.02;
  const curves = Array.from({ length: count }, (_, index) => {
    const first = point(at((index + 1 / 3) * step, height(index) + slope(index) / 3));
    const second = point(at((index + 2 / 3) * step, height(index + 1) - slope(index + 1) / 3));
    return `C${first} ${second} ${point(at((index + 1) * step, height(index + 1)))}`;
  });
  return `M${point(at(0, height(0)))}${curves.join('')}`;
}

function rosettePath(turn: number, x: number, y: number): string {
  const points = Array.from({ length: 97 }, (_, index) => {
    const angle = (index / 96) * 2 * Math.PI;
    const r = rosetteRadius * (0.62 + 0.38 * Math.cos(8 * angle + (turn * 2 * Math.PI) / 3));
    return point([x + r * Math.cos(angle), y + r * Math.sin(angle)]);
  });
  return `M${points.join('L')}`;
}

function point([x, y]: readonly [number, number]): string {
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}
