import { describe, expect, it } from 'vitest';
import { dueDay, knownHolidays, readHolidays, workingDaysLeft, type Holidays } from './working-days.ts';

const known = readHolidays(knownHolidays) as Holidays;
const none = readHolidays('') as Holidays;
const at = (time: string) => new Date(`${time}+08:00`);

describe('a term of working days', () => {
  it.each([
    // Fifteen ordinary days: three weeks.
    ['2026-11-02T10:00:00', '2026-11-23'],
    // The last minute of a Shanghai day still belongs to it.
    ['2026-11-02T23:59:59', '2026-11-23'],
    ['2026-11-01T12:00:00', '2026-11-20'],
    // Spring Festival: 02-15 to 02-23 are off, the Saturdays 02-14 and 02-28 are worked.
    ['2026-02-10T09:00:00', '2026-03-09'],
    // National Day: 10-01 to 10-07 are off, 10-10 is worked.
    ['2026-09-30T09:00:00', '2026-10-27'],
  ])('that begins %s ends on %s', (begin, end) => {
    expect(dueDay(at(begin), 15, known)).toBe(end);
  });

  it('knows weekends alone where no notice was read', () => {
    expect(dueDay(at('2026-09-30T09:00:00'), 15, none)).toBe('2026-10-21');
    expect(dueDay(at('2027-02-01T09:00:00'), 15, known)).toBe(dueDay(at('2027-02-01T09:00:00'), 15, none));
  });

  it('has its last day at 0, and days past it below', () => {
    expect(workingDaysLeft(at('2026-11-02T10:00:00'), '2026-11-23', known)).toBe(15);
    expect(workingDaysLeft(at('2026-11-20T10:00:00'), '2026-11-23', known)).toBe(1);
    expect(workingDaysLeft(at('2026-11-23T23:59:59'), '2026-11-23', known)).toBe(0);
    expect(workingDaysLeft(at('2026-11-24T00:00:00'), '2026-11-23', known)).toBe(-1);
    expect(workingDaysLeft(at('2026-11-28T10:00:00'), '2026-11-27', known)).toBe(-1);
  });

  it('has so many days left as there were to go, from any day of a year with its holidays', () => {
    for (let begin = at('2026-01-01T09:00:00').getTime(); begin < at('2027-01-10T09:00:00').getTime(); begin += 86_400_000) {
      for (const days of [1, 6, 15])
        expect([new Date(begin), workingDaysLeft(new Date(begin), dueDay(new Date(begin), days, known), known)]).toEqual([
          new Date(begin),
          days,
        ]);
    }
  });

  it('is as overdue as days were worked since, years ago too', () => {
    expect(workingDaysLeft(at('2026-10-12T10:00:00'), '2026-09-30', known)).toBe(-4);
    expect(workingDaysLeft(at('2026-11-23T10:00:00'), '2016-11-23', none)).toBe(-2608);
  });
});

it('reads days and ranges, and refuses everything else', () => {
  expect(readHolidays('2026-05-01..2026-05-03, +2026-05-09')).toEqual({
    free: new Set(['2026-05-01', '2026-05-02', '2026-05-03']),
    worked: new Set(['2026-05-09']),
  });
  for (const text of ['2026-02-30', '2026-05-03..2026-05-01', '2026-01-01..2027-01-01', 'tomorrow', '2026-5-1'])
    expect(readHolidays(text)).toBeNull();
});
