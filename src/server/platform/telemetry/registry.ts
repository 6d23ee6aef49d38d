import type { Family } from './exposition.ts';

/**
 * The metrics of this process, for /metrics. There is one list for the whole process. Each instrument is created beside the code that it
 * measures.
 */
const instruments: (() => Family)[] = [];

/** The current values of all instruments. */
export function countedFamilies(): Family[] {
  return instruments.map((read) => read());
}

interface InstrumentOptions {
  readonly name: string;
  readonly help: string;
  /** Names of the labels, in the order in which their values are given. */
  readonly labels?: readonly string[];
  /** The limit of distinct label sets (default 1000); further ones are counted under `other`. */
  readonly maxSeries?: number;
}

/** A number that only grows. */
export interface Counter {
  add(labels?: readonly string[], by?: number): void;
}

export function counter(options: InstrumentOptions): Counter {
  const series = seriesOf(options, () => ({ count: 0 }));
  instruments.push(() => ({
    ...headOf(options, 'counter'),
    values: series.all().map(({ labels, state }) => ({ labels, value: state.count })),
  }));
  return {
    add(labels = [], by = 1) {
      series.at(labels).count += by;
    },
  };
}

/** Durations, in buckets of seconds. */
export interface Histogram {
  observe(seconds: number, labels?: readonly string[]): void;
}

export function histogram({ buckets, ...options }: InstrumentOptions & { readonly buckets: readonly number[] }): Histogram {
  const series = seriesOf(options, () => ({ counts: new Float64Array(buckets.length + 1), sum: 0 }));
  instruments.push(() => ({
    ...headOf(options, 'histogram'),
    values: series.all().flatMap(({ labels, state: { counts, sum } }) => {
      let count = 0;
      const bucket = (le: string, at: number) => ({ suffix: '_bucket', labels: { ...labels, le }, value: (count += counts[at] ?? 0) });
      return [
        ...buckets.map((le, at) => bucket(String(le), at)),
        bucket('+Inf', buckets.length),
        { suffix: '_sum', labels, value: sum },
        { suffix: '_count', labels, value: count },
      ];
    }),
  }));
  return {
    observe(seconds, labels = []) {
      const state = series.at(labels);
      let at = 0;
      while (at < buckets.length && seconds > (buckets[at] ?? 0)) at += 1;
      state.counts[at] = (state.counts[at] ?? 0) + 1;
      state.sum += seconds;
    },
  };
}

/** A gauge whose values are read at each scrape. */
export function gauge(options: InstrumentOptions, read: () => Family['values']): void {
  instruments.push(() => ({ ...headOf(options, 'gauge'), values: read() }));
}

/** A counter whose values are read at each scrape. */
export function readCounter(options: InstrumentOptions, read: () => Family['values']): void {
  instruments.push(() => ({ ...headOf(options, 'counter'), values: read() }));
}

function headOf({ name, help }: InstrumentOptions, type: NonNullable<Family['type']>) {
  return { name, help, type } as const;
}

function seriesOf<State>({ labels: names = [], maxSeries = 1000 }: InstrumentOptions, make: () => State) {
  const known = new Map<string, { readonly labels: Record<string, string>; readonly state: State }>();
  const entry = (key: string, values: readonly string[]) => {
    const made = { labels: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])), state: make() };
    known.set(key, made);
    return made;
  };
  // Without labels there is exactly one series, present from the start with value 0.
  if (names.length === 0) entry('', []);
  return {
    at(values: readonly string[]): State {
      const key = values.length === 1 ? (values[0] ?? '') : values.join('\n');
      const found = known.get(key);
      if (found) return found.state;
      const others = names.map(() => 'other');
      if (known.size < maxSeries) return entry(key, values).state;
      return (known.get(others.join('\n')) ?? entry(others.join('\n'), others)).state;
    },
    all: () => [...known.values()],
  };
}
