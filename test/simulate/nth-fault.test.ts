import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { placeAll } from '../../src/server/desk/events/sequencer.ts';
import { testDatabase } from '../installation/database.ts';
import { partOf } from '../rounds.ts';
import { commands } from './commands/all.ts';
import { endChecks } from './end/end-checks.ts';
import { diceOf } from './model/dice.ts';
import { explain } from './model/explain.ts';
import { openOffice, type Office } from './environment/office.ts';
import { startProxy, type Proxy, type Stroke } from './environment/proxy.ts';
import { serveHere } from './environment/served-here.ts';
import { learn } from './play/learn.ts';
import { play, roundsOf } from './play/run.ts';

/** How often a call goes through untouched before no further message is taken to be left. */
const untouched = 6;
const patienceMs = 60_000;
const seed = 1;
const database = testDatabase();
let proxy: Proxy;
let place: Awaited<ReturnType<typeof serveHere>>;
let office: Office;
let through: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  proxy = await startProxy(inject('cluster'));
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
  through = openDatabase({ host: '127.0.0.1', port: proxy.port, user: inject('cluster').user, database: rows[0]?.name ?? '' }, 4);
  // The periodic jobs would take some of the messages for themselves.
  place = await serveHere({ ...through, withJobs: false });
  office = { ...(await openOffice(place)), db: database.db, pool: database.pool };
  office.house.isDisturbed = office.sender.isDisturbed = true;
  await playOn(200);
});
afterAll(async () => {
  office?.close();
  await place?.stop();
  await through?.db.destroy();
  await proxy?.stop();
});

const scene = () => ({ house: office.house, sender: office.sender, seed: seed + played, patienceMs, note: () => undefined });

let played = 0;
/** Plays the history, or more of it, so that there is something for every call to do. */
async function playOn(rounds: number): Promise<void> {
  expect(await play(scene(), roundsOf(seed + played, rounds))).toBeUndefined();
  played += 1;
}

const userWork = ['register', 'submit', 'review-first', 'review-repair', 'gift', 'revoke-gift', 'evidence', 'capture', 'cancel-capture'];
const names = [...userWork, 'apply', 'check', 'withdraw', 'recharge', 'pay', 'invoice', 'invoice-first', 'invoice-issue'];

it.each<[command: string, stroke: Stroke]>(
  partOf(names.flatMap((command) => (['cut-before', 'cut-after'] as const).map((stroke): [string, Stroke] => [command, stroke]))),
)('%s is carried out once or not at all, whichever of its messages to PostgreSQL the connection is %s', async (name, stroke) => {
  const command = commands.find((one) => one.name === name);
  let missed = 0;
  let struck = 0;
  let idle = 0;
  for (let number = 1; missed < untouched && number < 400; number += 1) {
    // Throws of its own, so that no call has the unique_id of another.
    const step = command?.plan(office.house, diceOf(seed, stroke.length, number, -1 - names.indexOf(name)));
    idle = step ? 0 : idle + 1;
    if (idle === 10) await playOn(50);
    if (!step) continue;
    proxy.aim(stroke, struck + 1);
    const sent = await office.sender.send(step.call, patienceMs);
    // A call that finds nothing to do has fewer messages; only several in a row tell that there is none left.
    if (proxy.callOff()) [struck, missed] = [struck + 1, 0];
    else missed += 1;
    expect(explain(office.house, [{ step, number, ...sent }])).toEqual([]);
    const user = office.house.users.get(step.part.key);
    expect(user ? await learn(scene(), [user], new Map()) : []).toEqual([]);
  }
  expect(struck).toBeGreaterThan(2);
});

it('leaves behind what the model has, and nothing else', async () => {
  await placeAll(database.db);
  expect(await endChecks(office, patienceMs, false)).toEqual([]);
});
