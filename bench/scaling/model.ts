import { sharesOf, type Outcome, type Scenario } from './office-model.ts';
import { connectionsFor, diskFor, fewestServers, mostIntakes } from './plans.ts';
import { origins, readTimes } from './service-times.ts';

/**
 * `npm run bench:scaling-model`: the resources for fifty offices with 100 M pieces of evidence, 2,000 operators and 5,000 intakes a second,
 * by simulation with measured times (`service-times.json`). It shows where work waits, but not what a disk, a network or a PostgreSQL of
 * that size does (docs/scaling.md).
 */
const times = readTimes();
const whole = { offices: 50, evidence: 100_000_000, operators: 2_000, intakesPerSecond: Number(process.env['BENCH_INTAKES'] ?? 5_000) };
/** A working operator makes a call every five seconds: a page, a panel, the workbench. */
const callsOfOperator = 0.2;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10);
const base = { skew: 0.8, isRoutedByAccount: false, seconds, seed: 1 };
const tell = (line: string): void => console.log(line);

tell('Service times:');
for (const [name, { value, from }] of Object.entries(origins)) tell(`  ${name.padEnd(22)} ${String(value).padStart(8)}  ${from}`);

tell('\nOne installation, so many intakes a second at most (PostgreSQL with processors enough), and what gives out just above:');
for (const servers of [1, 2, 4, 8])
  for (const isRoutedByAccount of servers === 1 ? [false] : [false, true])
    for (const accounts of [20, 10_000]) {
      const { perSecond, missed } = mostIntakes(times, { ...base, servers, accounts, isRoutedByAccount, callsPerSecond: 40 }, 8_000);
      const way = `${accounts} accounts, ${isRoutedByAccount ? 'an account always to one server' : 'to any server'}`;
      tell(`  ${String(servers).padStart(2)} servers, ${way.padEnd(56)} ${String(perSecond).padStart(5)}  ${missed.join(', ')}`);
    }

const all = { intakesPerSecond: whole.intakesPerSecond, callsPerSecond: whole.operators * callsOfOperator };
plan('one installation for all offices, any server', { ...base, ...all, accounts: 20_000 }, whole.evidence);
plan('the same, an account always to one server', { ...base, ...all, accounts: 20_000, isRoutedByAccount: true }, whole.evidence);
const largest = sharesOf(whole.offices, 1)[0] ?? 1;
for (const [what, part] of [
  ['an installation for each office: the mean one', 1 / whole.offices],
  [`an installation for each office: the largest, ${(largest * 100).toFixed(0)} % of all (Zipf)`, largest],
] as const) {
  const load = { intakesPerSecond: all.intakesPerSecond * part, callsPerSecond: all.callsPerSecond * part };
  plan(what, { ...base, ...load, accounts: Math.ceil(20_000 * part) }, whole.evidence * part);
}

function plan(what: string, scenario: Omit<Scenario, 'servers' | 'postgresCores'>, evidence: number): void {
  const { servers, postgresCores, outcome, missed } = fewestServers(times, scenario);
  tell(`\n${what}: ${scenario.intakesPerSecond.toFixed(0)} intakes and ${scenario.callsPerSecond.toFixed(0)} calls a second`);
  tell(servers === null ? `  no number of servers up to 48 bears it: ${missed.join(', ')}` : `  ${servers} servers`);
  tell(
    `  PostgreSQL: ${postgresCores} processors, ${(diskFor(times, evidence) / 1e12).toFixed(2)} TB, log of changes ${walOf(scenario)} MB/s`,
  );
  tell(`  connections: ${connectionsFor(times, servers ?? 48, Math.max(1, Math.round((servers ?? 48) / 4)))}`);
  tell(`  ${toldOf(outcome)}`);
}

function walOf({ intakesPerSecond }: Pick<Scenario, 'intakesPerSecond'>): string {
  return ((intakesPerSecond * times.evidenceLogBytes) / 1e6).toFixed(0);
}

function toldOf(outcome: Outcome): string {
  const percent = (of: number): string => `${(of * 100).toFixed(0)} %`;
  return (
    `intakes p50 ${outcome.intakeP50Ms.toFixed(0)} and p99 ${outcome.intakeP99Ms.toFixed(0)} ms, ${outcome.batch.toFixed(1)} in a batch; ` +
    `calls p99 ${outcome.callP99Ms.toFixed(0)} ms; main threads ${percent(outcome.mainUtilisation)}, ` +
    `PostgreSQL ${percent(outcome.postgresUtilisation)}, the log ${percent(outcome.logUtilisation)}, ` +
    `the trail's chain ${percent(outcome.trailUtilisation)}; batches wait for accounts ${percent(outcome.lockedShare)} of their time; ` +
    `behind at the end: log ${outcome.logBehindSeconds.toFixed(1)} s, trail ${outcome.trailBehindSeconds.toFixed(1)} s`
  );
}
