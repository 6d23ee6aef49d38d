import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../../../test/installation/app.ts';
import { evidenceMaker } from '../../../../../test/installation/factories/evidence.ts';
import { grow } from '../../../../../test/installation/factories/package.ts';
import { policyOf, startSmallWitness, type SmallWitness } from '../../../../../test/installation/servers/small-witness.ts';
import { openLogSigner, type LogSigner } from '../../../custody/log/log-signer.ts';
import { officePolicy, usePolicy, type OfficePolicy } from '../../../custody/witnesses/office-policy.ts';
import { witnessRound } from '../../../custody/witnesses/round.ts';
import { readConfig } from '../../../platform/runtime/config.ts';

const installation = testApp();
const make = evidenceMaker(installation);
let signer: LogSigner;
let witnesses: SmallWitness[] = [];
let policy: OfficePolicy;
let user: string;
beforeAll(async () => {
  await make.open();
  signer = await openLogSigner(installation.db, readConfig({}));
  witnesses = await Promise.all(['w1', 'w2'].map((name) => startSmallWitness(name, () => [signer.key])));
  policy = officePolicy(policyOf(witnesses, ['w1', 'w2'], 2), signer.key);
  user = await make.user('personal', 1000);
});
afterAll(async () => {
  for (const witness of witnesses) await witness.stop();
});

const round = async () => {
  await installation.pool.query("update witness_line set next_at = now() - interval '1 second'");
  return witnessRound({ db: installation.db, policy, key: signer.key, alarm: () => undefined });
};
const told = async () =>
  (
    await installation.pool.query<{ type: string; baoquan: string }>(
      "select type, data ->> 'baoquan' as baoquan from event_pending where type in ('evidence.anchored', 'evidence.cosigned') order by id",
    )
  ).rows.map(({ type, baoquan }) => [type, baoquan]);
const seen = async (number: string) => {
  const { body } = await make.client().get(`/open/v1/evidence/${number}`);
  const path = `/open/v1/evidence/${number}/package`;
  const answer = await installation.app.inject({ url: path, headers: make.client().headersOf({ method: 'GET', path }) });
  return [body['state'], body['complete'], answer.statusCode, answer.statusCode === 202 ? answer.json<{ state: string }>().state : null];
};

it('without witnesses a package is complete once it is anchored', async () => {
  const number = await make.evidence(user);
  expect(await seen(number)).toEqual(['pending', false, 202, 'pending']);
  await grow(installation);
  expect(await seen(number)).toEqual(['anchored', true, 200, null]);
  expect(await told()).toEqual([['evidence.anchored', number]]);
});

it('with witnesses it is complete when they have cosigned as the policy requires, and an event says so once', async () => {
  await usePolicy(installation.db, policy);
  const number = await make.evidence(user);
  expect(await seen(number)).toEqual(['pending', false, 202, 'pending']);
  await grow(installation);
  expect(await seen(number)).toEqual(['anchored', false, 202, 'cosigning']);
  expect((await told()).slice(1)).toEqual([['evidence.anchored', number]]);
  await round();
  expect(await seen(number)).toEqual(['anchored', true, 200, null]);
  await round();
  expect((await told()).slice(1)).toEqual([
    ['evidence.anchored', number],
    ['evidence.cosigned', number],
  ]);
});
