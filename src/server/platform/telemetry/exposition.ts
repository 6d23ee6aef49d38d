/** A metric family of Prometheus: samples under one name, of one type. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type?: 'counter' | 'gauge' | 'histogram' | 'summary';
  /** A sample whose `value` is null is left out. `suffix` is appended to the name: `_bucket`, `_sum`, `_count`. */
  readonly values: readonly {
    readonly suffix?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly value: number | null;
  }[];
}

/** One sample per value of a label: `labelled('state', { idle: 3, used: 1 })`. */
export function labelled<Value extends number | null>(label: string, values: Readonly<Record<string, Value>>) {
  return Object.entries(values).map(([of, value]) => ({ labels: { [label]: of }, value }));
}

/** Formats families in the text format of Prometheus, version 0.0.4. Source: prometheus.io, Exposition formats. */
export function prometheusText(families: readonly Family[]): string {
  return families
    .map((family) =>
      [`# HELP ${family.name} ${escaped(family.help)}`, `# TYPE ${family.name} ${family.type ?? 'gauge'}`, ...samples(family), ''].join(
        '\n',
      ),
    )
    .join('');
}

function samples({ name, values }: Family): string[] {
  return values.flatMap(({ suffix = '', labels = {}, value }) => {
    if (value === null) return [];
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text).replaceAll('"', String.raw`\"`)}"`);
    return [`${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`];
  });
}

function escaped(text: string): string {
  return text.replaceAll('\\', String.raw`\\`).replaceAll('\n', String.raw`\n`);
}
