import { expect, it } from 'vitest';
import { dossierFacts, officeRecord } from '../../../../../test/installation/factories/packages/dossier-facts.ts';
import { outsiderFacts } from './outsiders.ts';

const { witnesses } = dossierFacts();
const factsOf = (record: Parameters<typeof outsiderFacts>[1]['record']) => outsiderFacts(() => undefined, { record, witnesses });

it('a timestamp of an authority that runs elsewhere may be one of a third party', () => {
  expect(factsOf({ ...officeRecord(), timestampAuthority: 'elsewhere' }).timestamp).toBeNull();
});

it('a timestamp of an authority on the office’s machine is none', () => {
  expect(factsOf({ ...officeRecord(), timestampAuthority: 'this-machine' }).timestamp).toMatch(/运行在出具机构自己的机器上/);
});

it('a package that lost the office’s record does not make the authority a third party again', () => {
  const { timestamp, evidenceTimestamp } = factsOf(null);
  expect([timestamp, evidenceTimestamp].every((text) => text?.includes('没有出具机构的记录') === true)).toBe(true);
});
