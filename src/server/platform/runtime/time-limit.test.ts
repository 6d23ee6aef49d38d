import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { endingAfter } from './time-limit.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('ends in time, however often garbage is collected meanwhile, and when nobody but a listener holds it', async () => {
  let ended = 0;
  const ends: (() => void)[] = [];
  const allEnded = new Promise<void>((resolve) => ends.push(resolve));
  for (let made = 0; made < 20; made += 1)
    endingAfter(200, new AbortController().signal).addEventListener('abort', () => {
      ended += 1;
      if (ended === 20) ends[0]?.();
    });
  const collecting = setInterval(collectGarbage, 20);
  await allEnded.finally(() => clearInterval(collecting));
  expect(ended).toBe(20);
});

it('ends with the other signal, and says why', async () => {
  const leaving = new AbortController();
  const ending = endingAfter(3_600_000, leaving.signal);
  const aborted = once(ending, 'abort');
  leaving.abort('left');
  await aborted;
  expect(ending.reason).toBe('left');
  expect(endingAfter(1, AbortSignal.abort('before')).reason).toBe('before');
});
