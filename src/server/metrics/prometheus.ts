/** A number that goes up and down. `value` null: nothing to tell, the line is left out. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly values: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number | null }[];
}

/** Gauges in the text format of Prometheus, version 0.0.4. Source: prometheus.io, Exposition formats. */
export function prometheusText(gauges: readonly Gauge[]): string {
  return gauges
    .map((gauge) => [`# HELP ${gauge.name} ${escaped(gauge.help)}`, `# TYPE ${gauge.name} gauge`, ...samples(gauge), ''].join('\n'))
    .join('');
}

function samples({ name, values }: Gauge): string[] {
  return values.flatMap(({ labels = {}, value }) => {
    if (value === null) return [];
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text).replaceAll('"', String.raw`\"`)}"`);
    return [`${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`];
  });
}

function escaped(text: string): string {
  return text.replaceAll('\\', String.raw`\\`).replaceAll('\n', String.raw`\n`);
}
