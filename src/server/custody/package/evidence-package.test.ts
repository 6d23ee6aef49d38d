import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { evidenceMaker } from '../../../../test/installation/factories/evidence.ts';
import { grow, webEvidence } from '../../../../test/installation/factories/package.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { officeSigner, type OfficeSigner } from '../identity/signing-identity.ts';
import { evidencePackage } from './evidence-package.ts';
import { readFacts } from './facts.ts';

const installation = testApp();
const make = evidenceMaker(installation);
beforeAll(() => make.open());

it("a few packages of a user are made at a time, and another user's meanwhile", async () => {
  const [one, other] = [await make.user('personal', 0), await make.user('personal', 0)];
  const owners = [...Array.from({ length: 20 }, () => one), other];
  const evidence: string[] = [];
  for (const owner of owners) evidence.push(await webEvidence(installation, owner));
  await grow(installation);
  const config = readConfig({});
  const signer = officeSigner({ db: installation.db, config, authority: null });
  const begun: string[] = [];
  const held: (() => void)[] = [];
  const holding: OfficeSigner = {
    ...signer,
    openIdentity: (user) =>
      new Promise((_, fail) => {
        begun.push(user);
        held.push(() => fail(new Error('made no further')));
      }),
  };
  const { db, store } = installation;
  const facts = await Promise.all(evidence.map((number) => readFacts(db, number)));
  const made = facts.map((known) => known && evidencePackage({ db, store, config, signer: holding }, known));
  const ended = Promise.allSettled(made);
  // In any order: what comes before the turn takes each its time.
  await expect.poll(() => begun.toSorted()).toEqual([one, one, one, one, other].toSorted());
  while (begun.length < owners.length || held.length > 0) {
    held.shift()?.();
    await new Promise(setImmediate);
  }
  await ended;
});
