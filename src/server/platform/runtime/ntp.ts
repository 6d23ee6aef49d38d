import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { NtpState } from '../../../domain/proof/marks/clocks.ts';

/** The machine's report on the synchronization of its clock. */
export interface NtpReading {
  readonly state: NtpState;
  /** The command that reported it; empty if none could be run. */
  readonly source: string;
  /** Its output, unchanged up to 2000 characters. */
  readonly raw: string;
}

/**
 * Asks whether this machine's clock is synchronized: first systemd, which reports the kernel's state whatever synchronizes it, then chrony.
 * On a machine with neither, as in most containers, the state is `unknown`.
 */
export async function readNtp(): Promise<NtpReading> {
  for (const { command, words, stateOf } of askable) {
    const raw = await run(command, words);
    const state = raw === null ? null : stateOf(raw);
    if (raw !== null && state !== null) return { state, source: [command, ...words].join(' '), raw: raw.slice(0, 2000) };
  }
  return { state: 'unknown', source: '', raw: '' };
}

interface Askable {
  readonly command: string;
  readonly words: readonly string[];
  /** Null for an output without the state. */
  readonly stateOf: (raw: string) => NtpState | null;
}

const askable: readonly Askable[] = [
  {
    command: 'timedatectl',
    words: ['show', '--property=NTP', '--property=NTPSynchronized'],
    stateOf: (raw) =>
      /^NTPSynchronized=(?:yes|no)$/m.test(raw) ? (/^NTPSynchronized=yes$/m.test(raw) ? 'synchronized' : 'unsynchronized') : null,
  },
  {
    command: 'chronyc',
    words: ['-n', 'tracking'],
    stateOf: (raw) =>
      /^Leap status\s*:/m.test(raw) ? (/^Leap status\s*:\s*Normal$/m.test(raw) ? 'synchronized' : 'unsynchronized') : null,
  },
];

/** Null if the command does not exist or fails. */
async function run(command: string, words: readonly string[]): Promise<string | null> {
  return promisify(execFile)(command, [...words], { timeout: 2000, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' } }).then(
    ({ stdout }) => stdout,
    () => null,
  );
}
