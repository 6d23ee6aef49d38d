import { maskName } from '../../text/masking.ts';
import type { DossierFacts } from './facts.ts';

/** What anybody may read of the facts: names of people are masked, and what their devices call themselves, which often is their name. */
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
