import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { enqueue } from '../../../../test/installation/factories/log.ts';
import { policyOf, startSmallWitness, type SmallWitness } from '../../../../test/installation/servers/small-witness.ts';
import { judgePolicy } from '../../../domain/proof/tlog/policy/judge-policy.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { openLogSigner, type LogSigner } from '../log/log-signer.ts';
import { growLog } from '../log/sequencer.ts';
import { officePolicy, usePolicy, type OfficePolicy } from './office-policy.ts';
import { witnessRound } from './round.ts';

/** Two offices, each with a log and a witness: each asks the other's witness. */
const [north, south] = [testApp(), testApp()];
const signers = new Map<string, LogSigner>();
const witnesses = new Map<string, SmallWitness>();
const policies = new Map<string, OfficePolicy>();
const offices = [
  ['north', north, 'south'],
  ['south', south, 'north'],
] as const;
beforeAll(async () => {
  for (const [name, { db }] of offices) {
    signers.set(name, await openLogSigner(db, readConfig({ LOG_ORIGIN: `${name}.example/log` })));
    witnesses.set(name, await startSmallWitness(`${name}-witness`, () => [...signers.values()].map(({ key }) => key)));
  }
  for (const [name, { db }, other] of offices) {
    const policy = officePolicy(policyOf([of(witnesses, other)], [`${other}-witness`], 1), of(signers, name).key);
    policies.set(name, policy);
    await usePolicy(db, policy);
  }
});
afterAll(async () => {
  for (const witness of witnesses.values()) await witness.stop();
});

function of<Value>(map: ReadonlyMap<string, Value>, name: string): Value {
  const value = map.get(name);
  if (value === undefined) throw new Error(`no ${name}`);
  return value;
}

it('witness each other: each cosigns the other’s log and not its own, at once and as both grow', async () => {
  for (let turn = 1; turn <= 3; turn += 1) {
    await Promise.all(
      offices.map(async ([name, { db, pool }]) => {
        await enqueue(db, [`${name} ${turn}`]);
        await growLog(db, of(signers, name));
        await pool.query("update witness_line set next_at = now() - interval '1 second'");
        const deps = { db, policy: of(policies, name), key: of(signers, name).key, alarm: () => undefined };
        expect(await witnessRound(deps)).toBe(1);
      }),
    );
    for (const [name, { app }, other] of offices) {
      const verdict = judgePolicy(of(policies, name).policy, (await app.inject({ url: '/log/checkpoint' })).rawPayload);
      expect(verdict).toMatchObject({ fault: null, checkpoint: { origin: `${name}.example/log`, size: turn } });
      expect([...of(witnesses, other).heads.keys()]).toEqual([`${name}.example/log`]);
    }
  }
});
