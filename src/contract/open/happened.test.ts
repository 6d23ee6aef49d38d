import { expect, it } from 'vitest';
import { readFields } from './faults.ts';
import { intakeCalls } from './index.ts';
import { formatTime } from '../../domain/kit/text/time.ts';

const ahead = (hours: number) => formatTime(new Date(Date.now() + hours * 3_600_000));
const issuesOf = (call: keyof typeof intakeCalls, body: object): string[] =>
  (readFields(intakeCalls[call].body, body, 'body').faults ?? []).map(({ field, message }) => `${field}: ${message}`);
const late = (field: string) => `${field}: is more than a day from now (时间晚于现在一天以上，请核对)`;

it.each([25, 48, 24 * 365 * 100])('what happened cannot be dated %i hours from now', (hours) => {
  expect(issuesOf('recordLogin', { login_time: ahead(hours) })).toContain(late('login_time'));
  expect(issuesOf('createRecording', { begin_at: ahead(hours) })).toContain(late('begin_at'));
  for (const field of ['startAt', 'endAt']) expect(issuesOf('createEvidence', { [field]: ahead(hours) })).toContain(late(field));
});

it.each([-24 * 365, 0, 1, 23])('%i hours from now is taken, for clocks and zones that are wrong', (hours) => {
  expect(issuesOf('recordLogin', { login_time: ahead(hours) }).join()).not.toContain('login_time');
  expect(issuesOf('createRecording', { begin_at: ahead(hours) }).join()).not.toContain('begin_at');
  for (const field of ['startAt', 'endAt']) expect(issuesOf('createEvidence', { [field]: ahead(hours) }).join()).not.toContain(field);
});

// No other spelling is shifted or guessed: a reader of the certificate could not tell which zone was meant.
it.each([
  '2026-01-02T03:04:05',
  '2026-01-02T03:04:05Z',
  '2026-01-02T03:04:05+08:00',
  '2026-01-02T03:04:05+0800',
  '2026-01-02T03:04:05.123Z',
  '2026-01-02 03:04:05.123',
  '2026-01-02 03:04:05 +0800',
  '2026-01-02 03:04:05Z',
  '2026-01-02 03:04',
  '2026-01-02',
  '2026-1-2 3:04:05',
  '2026/01/02 03:04:05',
  '20260102030405',
  '2026年1月2日 03:04:05',
  '2026-02-30 03:04:05',
  '2026-01-02 24:00:00',
  '2026-01-02 23:59:60',
  '2026-01-02 03:04:05 ',
  '２０２６-01-02 03:04:05',
  '1767294245',
  '',
])('a time written as %j is refused with the one form that is taken', (text) => {
  const words = 'must be yyyy-MM-dd HH:mm:ss in Asia/Shanghai, of the years 1970 to 9998 (时间应写作 2026-01-02 15:04:05，东八区)';
  expect(issuesOf('recordLogin', { login_time: text })).toContain(`login_time: ${words}`);
  expect(issuesOf('createRecording', { begin_at: text })).toContain(`begin_at: ${words}`);
  // A field that may be empty is none then.
  if (text !== '')
    for (const field of ['startAt', 'endAt']) expect(issuesOf('createEvidence', { [field]: text })).toContain(`${field}: ${words}`);
});

it.each([1_767_294_245, 1_767_294_245_000, null, true])('a time is a text, not %j', (given) => {
  expect(issuesOf('recordLogin', { login_time: given }).join()).toMatch(/login_time: must be a text, not (?:a number|null|a boolean)/);
});

it.each([
  ['2026-01-02T03:04:05Z', true],
  ['2026-01-02T03:04:05.123Z', true],
  ['2026-01-02T11:04:05+08:00', true],
  ['2026-01-02T11:04:05+0800', false],
  ['2026-01-02T03:04:05', false],
  ['2026-01-02 03:04:05', false],
  ['2026-01-02', false],
  ['1767294245', false],
])('a time of an event, %j, is taken: %s', (text, isTaken) => {
  const faults = issuesOf('replayDeliveries', { since: text, until: '2027-01-01T00:00:00Z' }).filter((fault) => fault.startsWith('since'));
  expect(faults).toEqual(isTaken ? [] : [expect.stringMatching(/^since: must be a time such as 2026-11-22T08:00:00Z/)]);
});
