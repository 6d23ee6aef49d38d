import { expect, it } from 'vitest';
import { utf8 } from '../../../kit/bytes/bytes.ts';
import { packageNames as names } from '../../evidence/package-names.ts';
import { credentialFacts } from './credentials.ts';

const given = { log: { origin: 'log.example', keys: [] }, times: null, moment: '2026-01-01T00:00:00.000Z' } as const;
const factsOf = (files: Readonly<Record<string, string>>) =>
  credentialFacts((name) => (files[name] === undefined ? undefined : utf8(files[name])), given);

it('says that the list is not in the package only where neither the list nor its proof is', () => {
  expect(factsOf({})).toEqual({ state: 'absent' });
});

it('does not say of a list that the log lacks it where one of its files is missing', () => {
  expect(factsOf({ [names.credentials]: '{}' })).toEqual({ state: 'lacking', why: '缺少文件' });
  expect(factsOf({ [names.credentialsProof]: 'x' })).toEqual({ state: 'lacking', why: '缺少文件' });
});

it('says of a proof that does not fit that the log has no such list', () => {
  expect(factsOf({ [names.credentials]: '{}', [names.credentialsProof]: 'x' })).toMatchObject({ state: 'broken' });
});
