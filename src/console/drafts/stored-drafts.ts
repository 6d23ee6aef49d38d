import { reviewChoice, type ReviewChoice } from '../../domain/codes/users.ts';
import { draftPrefix } from './draft-prefix.ts';
import { openText, sealText } from './sealed-text.ts';

/** A decision that has not been sent. */
export interface Draft {
  readonly choice: ReviewChoice | undefined;
  readonly reason: string;
}

/** Where an operator's drafts are kept, and what they are sealed with. */
export interface DraftOwner {
  readonly uid: string;
  readonly draftKey: string;
}

/**
 * Keeps the draft of a review for the operator's return: his session may end while he looks at the evidence. @param subject what is
 * reviewed.
 */
export function storeDraft(owner: DraftOwner, subject: string, draft: Draft): void {
  const place = placeOf(owner, subject);
  sessionStorage.setItem(place, sealText(owner.draftKey, place, JSON.stringify(draft)));
}

/** What was kept of a review; undefined where there is nothing, or nothing of this operator's. */
export function storedDraft(owner: DraftOwner, subject: string): Draft | undefined {
  const place = placeOf(owner, subject);
  const text = openText(owner.draftKey, place, sessionStorage.getItem(place) ?? '');
  return text === undefined ? undefined : draftOf(JSON.parse(text));
}

export function forgetDraft(owner: DraftOwner, subject: string): void {
  sessionStorage.removeItem(placeOf(owner, subject));
}

function placeOf({ uid }: DraftOwner, subject: string): string {
  return `${draftPrefix}${uid}:${subject}`;
}

function draftOf(value: unknown): Draft | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const reason: unknown = Reflect.get(value, 'reason');
  const given: unknown = Reflect.get(value, 'choice');
  return { choice: reviewChoice.names.find((name) => name === given), reason: typeof reason === 'string' ? reason : '' };
}
