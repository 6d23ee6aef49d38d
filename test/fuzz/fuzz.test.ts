import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { grantCredential } from '../../src/server/business/users/credentials.ts';
import { testApp } from '../installation/app.ts';
import { applicationMaker } from '../installation/factories/applications.ts';
import { payer, rechargeOrder } from '../installation/factories/money.ts';
import { described, fuzz } from './run.ts';
import { World } from './world.ts';

const installation = testApp();
const make = applicationMaker(installation);
const seed = 1;
let port = 0;

beforeAll(async () => {
  await make.open();
  const enterprise = await make.user('enterprise', 1000);
  await installation.db.transaction().execute((tx) => grantCredential(tx, enterprise, '某企业'));
  await make.apply('personal', 2);
  await make.invoice(await make.paid());
  const user = await payer(installation.db);
  await rechargeOrder(installation.db, user);
  await rechargeOrder(installation.db, user, { status: 'unpaid' });
  await make.register.pending('personal');
  await installation.app.listen({ port: 0, host: '127.0.0.1' });
  port = (installation.app.server.address() as AddressInfo).port;
});

/** The long run is `npm run fuzz`; this one shows that it works, and finds obvious faults. */
describe.each(['console', 'open'] as const)('calls of the %s API made from the contract', (api) => {
  it('are answered as the contract says, whatever they hold', async () => {
    const signIn = async (username: string) => (await installation.signIn(username)).token;
    const world = await World.open(installation.db, signIn, seed);
    const { found, answers } = await fuzz({ seed, calls: 150, api, port, world, boundMs: 200_000 });
    expect(answers.size).toBeGreaterThan(30);
    expect(found.map(described)).toEqual([]);
  });
});
