import type { DraftFields } from '../../../contract/console/drafts.ts';
import { draftPrefix } from './draft-prefix.ts';
import { openText, sealText } from './sealed-text.ts';
import { ofTab } from '../storage/storage.ts';

/** Unsent input and its time in milliseconds since 1970. */
export interface StoredDraft {
  readonly fields: DraftFields;
  readonly atMs: number;
}

/** Identifies an operator's drafts in the storage and encrypts them. */
export interface DraftOwner {
  readonly uid: string;
  readonly draftKey: string;
}

/** Stores a draft in this tab on each keystroke, because the session may end before the server has it. @param subject what it is about. */
export function storeDraft(owner: DraftOwner, subject: string, draft: StoredDraft): void {
  const place = placeOf(owner, subject);
  ofTab.setItem(place, sealText(owner.draftKey, place, JSON.stringify(draft)));
}

/** The draft stored in this tab; undefined if there is none of this operator. */
export function storedDraft(owner: DraftOwner, subject: string): StoredDraft | undefined {
  const place = placeOf(owner, subject);
  const text = openText(owner.draftKey, place, ofTab.getItem(place) ?? '');
  const { atMs, fields } = recordOf(text) ?? {};
  const known = fieldsOf(fields);
  return known && typeof atMs === 'number' ? { fields: known, atMs } : undefined;
}

export function forgetDraft(owner: DraftOwner, subject: string): void {
  ofTab.removeItem(placeOf(owner, subject));
}

/** The fields in a draft's text; undefined if it is malformed. */
export function fieldsIn(text: string): DraftFields | undefined {
  return fieldsOf(recordOf(text));
}

function placeOf({ uid }: DraftOwner, subject: string): string {
  return `${draftPrefix}${uid}:${subject}`;
}

function recordOf(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // not written by this program
  }
}

function fieldsOf(value: unknown): DraftFields | undefined {
  if (!isRecord(value)) return undefined;
  const fields: DraftFields = {};
  for (const [name, one] of Object.entries(value)) {
    if (typeof one === 'string' || typeof one === 'boolean') fields[name] = one;
    else if (Array.isArray(one)) fields[name] = one.filter((part) => typeof part === 'string');
    else return undefined;
  }
  return fields;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
