import { expect, it } from 'vitest';
import { testDatabase } from '../installation/database.ts';
import { endChecks } from './end/end-checks.ts';
import { openOffice } from './environment/office.ts';
import { serveHere } from './environment/served-here.ts';
import { play, roundsOf } from './play/run.ts';

const database = testDatabase();

/** A short run; longer ones are `npm run simulate`. */
it('answers three hundred random calls, up to sixteen at once, as the model allows, and keeps what it acknowledged', async () => {
  const place = await serveHere(database);
  const history: (() => string)[] = [];
  try {
    const office = await openOffice(place);
    const patienceMs = 60_000;
    const scene = {
      house: office.house,
      sender: office.sender,
      seed: 1,
      patienceMs,
      note: (line: () => string) => void history.push(line),
    };
    const failure = await play(scene, roundsOf(1, 300));
    expect(failure && { ...failure, history: history.slice(-40).map((line) => line()) }).toBeUndefined();
    expect(await endChecks(office, patienceMs)).toEqual([]);
    office.close();
  } finally {
    await place.stop();
  }
});
