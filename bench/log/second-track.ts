import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { verifyPackage } from '../../src/cli/verify/verify-package.ts';

/**
 * Measures the offline verifier on a package with a second track and on one without, both given by path, each run in a process of its own
 * and in turns, because a verifier caches signatures that it has checked. Exit code 1 above 1.2 times.
 */
const most = 1.2;
const [withTrack, without = ''] = process.argv.slice(2);
if (withTrack === undefined) throw new Error('usage: bench:second-track WITH.zip WITHOUT.zip');
if (without === '') console.log(await millisecondsOf(withTrack));
else compare(withTrack, without);

function compare(track: string, bare: string): void {
  const pairs = Array.from({ length: Number(process.env.BENCH_ROUNDS ?? 15) }, () => [measured(track), measured(bare)] as const);
  const ratio = middle(pairs.map(([one, other]) => one / other));
  const [withMs, bareMs] = [middle(pairs.map(([one]) => one)), middle(pairs.map(([, other]) => other))];
  console.log(`with ${withMs.toFixed(0)} ms of a core, without ${bareMs.toFixed(0)} ms; ${ratio.toFixed(2)} x, the median of pairs`);
  if (ratio > most) console.log(`MISSED  at most ${most} x`);
  process.exitCode = ratio > most ? 1 : 0;
}

function measured(path: string): number {
  return Number(execFileSync(process.execPath, [fileURLToPath(import.meta.url), path], { encoding: 'utf8' }));
}

/** Processor time, so that other load counts little. */
async function millisecondsOf(path: string): Promise<number> {
  const start = process.cpuUsage();
  await verifyPackage(path);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
