import { describe, expect, it } from 'vitest';
import { maxEntryBytes } from '../tlog/entry-bundle.ts';
import { credentialStatusOf, daysLeft, validityAt, type OfficeCredential } from './credential.ts';
import { credentialFindings, picturedCredentials } from './credential-findings.ts';
import { encodeCredentialList, parseCredentialList, type CredentialList } from './credential-list.ts';

function credential(id: number, given: Partial<OfficeCredential> = {}): OfficeCredential {
  return {
    id: String(id),
    kind: 'protection',
    name: '等级保护备案证明',
    number: `样例-${id}`,
    issuer: '样例市公安局',
    validFrom: '2024-01-01',
    validUntil: '2025-12-31',
    picture: { sha256: id.toString(16).padStart(64, '0'), sizeBytes: 1000 },
    recordedAt: '2024-01-02T00:00:00.000Z',
    replaces: null,
    withdrawn: null,
    ...given,
  };
}
const listOf = (...credentials: OfficeCredential[]): CredentialList => ({
  type: 'office-credentials',
  version: 1,
  listedAt: '2026-01-01T00:00:00.000Z',
  credentials,
});
const at = (text: string) => new Date(`${text}+08:00`);

describe('a credential', () => {
  it.each([
    ['2023-12-31T23:59:59', 'early'],
    ['2024-01-01T00:00:00', 'valid'],
    ['2025-12-31T23:59:59', 'valid'],
    ['2026-01-01T00:00:00', 'ended'],
  ])('at %s in Shanghai is %s', (time, validity) => {
    expect(validityAt(credential(1), at(time))).toBe(validity);
  });

  it('counts until it is withdrawn, and without an end for ever', () => {
    const withdrawn = credential(1, { validUntil: null, withdrawn: { at: '2024-06-01T00:00:00.000Z', reason: '注销' } });
    expect(validityAt(withdrawn, at('2024-06-01T07:59:59'))).toBe('valid');
    expect(validityAt(withdrawn, at('2024-06-01T08:00:00'))).toBe('withdrawn');
    expect(validityAt(credential(1, { validUntil: null }), at('2999-01-01T00:00:00'))).toBe('valid');
  });

  it('is told of sixty days before its end', () => {
    const status = (time: string) => credentialStatusOf({ ...credential(1), isReplaced: false }, at(time));
    expect([daysLeft('2025-12-31', at('2025-11-01T12:00:00')), status('2025-11-01T12:00:00')]).toEqual([60, 'ending']);
    expect([status('2025-10-31T23:59:59'), status('2026-01-01T00:00:00')]).toEqual(['valid', 'ended']);
    expect(credentialStatusOf({ ...credential(1), isReplaced: true }, at('2024-06-01T00:00:00'))).toBe('replaced');
  });
});

describe('the list of all credentials', () => {
  const all = [credential(1), credential(2, { replaces: '1', withdrawn: { at: '2026-01-01T00:00:00.000Z', reason: '更换' } })];

  it('is read back as it was written, the newest first', () => {
    const bytes = encodeCredentialList(all, new Date('2026-01-01T00:00:00Z'));
    expect(parseCredentialList(bytes)).toEqual({ ok: true, value: listOf(...all.toReversed()) });
  });

  it('leaves out the oldest that stand no more where an entry of the log would be too long, and never one that stands', () => {
    const long = '证'.repeat(60);
    const history = Array.from({ length: 200 }, (_, place) =>
      credential(place + 1, { name: long, number: long, issuer: long, ...(place > 0 ? { replaces: String(place) } : {}) }),
    );
    const bytes = encodeCredentialList(history, new Date());
    expect(bytes.length).toBeLessThanOrEqual(maxEntryBytes);
    const parsed = parseCredentialList(bytes);
    const ids = parsed.ok ? parsed.value.credentials.map(({ id }) => Number(id)) : [];
    expect([ids[0], ids.length > 50, ids.at(-1)]).toEqual([200, true, 200 - ids.length + 1]);
    const validity = history.map((one) => ({ ...one, replaces: null }));
    expect(() => encodeCredentialList(validity, new Date())).toThrow(RangeError);
  });

  it.each<[string, (text: string) => string, string]>([
    ['another type', (text) => text.replace('office-credentials', 'office-certificate'), 'not-credentials'],
    ['another version', (text) => text.replace('"version":1', '"version":2'), 'unknown-version'],
    ['a day that is none', (text) => text.replace('2025-12-31', '2025-02-31'), 'wrong-fields'],
    ['an unknown kind', (text) => text.replace('protection', 'protecting'), 'wrong-fields'],
    ['a hash that is none', (text) => text.replace('"sha256":"0', '"sha256":"g'), 'wrong-fields'],
    ['a picture without bounds', (text) => text.replace('"sizeBytes":1000', '"sizeBytes":300001'), 'wrong-fields'],
    ['one id twice', (text) => text.replace('"id":"2"', '"id":"1"'), 'wrong-fields'],
    ['a field more', (text) => text.replace('{"credentials"', '{"a":1,"credentials"'), 'wrong-fields'],
    ['a blank', (text) => text.replace('{', '{ '), 'not-canonical'],
    ['half of it', (text) => text.slice(0, 100), 'not-json'],
    ['more than an entry holds', (text) => text + ' '.repeat(maxEntryBytes), 'too-large'],
  ])('is refused with %s', (_what, changed, fault) => {
    const text = Buffer.from(encodeCredentialList(all, new Date())).toString();
    expect(parseCredentialList(Buffer.from(changed(text)))).toEqual({ ok: false, fault });
  });
});

describe('what the list says of an evidence', () => {
  const first = credential(1);
  const second = credential(3, {
    replaces: '1',
    validFrom: '2026-01-01',
    validUntil: '2027-12-31',
    recordedAt: '2026-01-05T00:00:00.000Z',
  });
  const licence = credential(2, { kind: 'licence', validUntil: null });
  const list = listOf(second, licence, first);

  it('names of each line the one that was valid then, and how the newest stands now', () => {
    const [one, other, ...rest] = credentialFindings(list, at('2025-06-01T00:00:00'), at('2028-01-01T00:00:00'));
    expect(rest).toEqual([]);
    expect(one).toMatchObject({ kind: 'licence', atEvidence: 'valid', now: 'valid', nowUntil: null, picture: 'credential-2.jpg' });
    expect(other).toMatchObject({ number: '样例-1', atEvidence: 'valid', now: 'ended', nowUntil: '2027-12-31', isRecordedLater: false });
    expect(picturedCredentials(list, at('2025-06-01T00:00:00')).map(({ id }) => id)).toEqual(['2', '1', '3']);
  });

  it('says that one was written down only after the evidence came, and that none was valid then', () => {
    const [, late] = credentialFindings(list, at('2026-01-02T00:00:00'), at('2026-02-01T00:00:00'));
    expect(late).toMatchObject({ number: '样例-3', atEvidence: 'valid', isRecordedLater: true });
    const [, never] = credentialFindings(list, at('2023-06-01T00:00:00'), at('2026-02-01T00:00:00'));
    expect(never).toMatchObject({ number: '样例-3', atEvidence: 'early' });
  });

  it('comes to an end over a list that names its own in a ring', () => {
    const ring = listOf(credential(1, { replaces: '2' }), credential(2, { replaces: '1' }), credential(3, { replaces: '2' }));
    expect(credentialFindings(ring, new Date(), new Date()).length).toBe(1);
  });
});
