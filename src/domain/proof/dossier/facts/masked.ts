import { maskName } from '../../../kit/text/masking.ts';
import type { DossierFacts } from './facts.ts';

/** The facts that anyone may read. Names of people are masked. Device names are removed, because they often contain the owner's name. */
export function maskedFacts(facts: DossierFacts): DossierFacts {
  const { declared, record } = facts;
  const isPerson = record?.submitter.ownerType !== 'enterprise';
  return {
    ...facts,
    declared: declared && {
      ...declared,
      holder: isPerson ? maskName(declared.holder) : declared.holder,
      device: declared.device && { ...declared.device, name: '' },
    },
    record: record && {
      ...record,
      submitter: {
        ...record.submitter,
        review: record.submitter.review && { ...record.submitter.review, by: maskName(record.submitter.review.by) },
      },
    },
  };
}
