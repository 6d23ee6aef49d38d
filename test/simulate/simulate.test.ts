import { expect, inject, it } from 'vitest';
import { roundsOf } from './play/run.ts';
import { openTrials } from './trials.ts';

/** Longer runs are `npm run simulate`. */
const seconds = 60;

it(`answers random calls, up to sixteen at once, as the model allows, and keeps what it acknowledged, for ${seconds} s`, async () => {
  const until = Date.now() + seconds * 1000;
  for (let seed = 1; seed === 1 || Date.now() < until; seed += 1) {
    const trials = openTrials(inject('cluster'), { seed, faults: [], servers: 1 }, 'here', false);
    const { faults, history, output } = await trials.play(roundsOf(seed, 300), true);
    const last = faults.length === 0 ? [] : [...history.slice(-40), output];
    expect({ seed, faults, last }).toEqual({ seed, faults: [], last: [] });
  }
});
