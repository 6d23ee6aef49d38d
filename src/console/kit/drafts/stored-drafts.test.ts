import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetOthersDrafts } from './draft-prefix.ts';
import { forgetDraft, storeDraft, storedDraft } from './stored-drafts.ts';

const notary = { uid: '4', draftKey: 'aa'.repeat(32) };
const other = { uid: '5', draftKey: 'bb'.repeat(32) };
const draft = { fields: { choice: 'reject', reason: '证据文件缺失' }, atMs: 5 };

/** A tab's storage, whose entries are its keys, as in a browser. */
function storage(): Storage {
  const items: Record<string, string> = {};
  return Object.defineProperties(items, {
    getItem: { value: (key: string) => items[key] ?? null },
    setItem: { value: (key: string, value: string) => void (items[key] = value) },
    removeItem: { value: (key: string) => void delete items[key] },
  }) as unknown as Storage;
}

beforeEach(() => vi.stubGlobal('sessionStorage', storage()));
afterEach(() => vi.unstubAllGlobals());

it('is restored for its operator and its case, until it is forgotten', () => {
  storeDraft(notary, 'notarization/42', draft);
  expect(storedDraft(notary, 'notarization/42')).toEqual(draft);
  expect(storedDraft(notary, 'notarization/43')).toBeUndefined();
  forgetDraft(notary, 'notarization/42');
  expect(storedDraft(notary, 'notarization/42')).toBeUndefined();
});

it('another operator cannot read it, neither under his own name nor under the name of the first', () => {
  storeDraft(notary, 'notarization/42', draft);
  expect(storedDraft(other, 'notarization/42')).toBeUndefined();
  expect(storedDraft({ ...other, uid: notary.uid }, 'notarization/42')).toBeUndefined();
  expect(JSON.stringify(sessionStorage)).not.toContain('缺失');
  forgetOthersDrafts(other.uid);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it('his own stays when he comes back', () => {
  storeDraft(notary, 'notarization/42', draft);
  forgetOthersDrafts(notary.uid);
  expect(storedDraft(notary, 'notarization/42')).toEqual(draft);
});
