import { describe, expect, it } from 'vitest';
import { formatDay, formatTime, parseDayRange, parseTime, parseTimeRange } from './time.ts';

/** The platform's own calendar, as an independent reference. */
const witness = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' });

describe('time', () => {
  it('formats what the calendar of Shanghai says', () => {
    for (let at = Date.UTC(1992, 0, 1); at < Date.UTC(2060, 0, 1); at += 86_399_123 * 17)
      expect(formatTime(new Date(at))).toBe(witness.format(at));
    expect(formatTime(new Date(Date.UTC(2026, 11, 31, 16, 0, 0)))).toBe('2027-01-01 00:00:00');
    expect(formatTime(new Date(Date.UTC(1969, 0, 1, 0, 0, 0)))).toBe('1969-01-01 08:00:00');
    expect([
      formatDay(new Date('0000-12-31T16:00:00Z')),
      formatDay(new Date('9999-12-31T15:59:59Z')),
      formatDay(new Date('9999-12-31T16:00:00Z')),
    ]).toEqual(['0001-01-01', '9999-12-31', '10000-01-01']);
  });

  it('reads what it wrote, and nothing that is no time', () => {
    for (const text of ['2026-01-31 23:59:59', '2024-02-29 00:00:00']) expect(formatTime(parseTime(text) ?? new Date(0))).toBe(text);
    for (const text of ['2026-02-29 00:00:00', '2026-01-01 24:00:00', '2026-1-1 0:0:0', '2026-01-01', '', 'now', '0000-12-31 23:59:59'])
      expect(parseTime(text)).toBeNull();
  });

  it('reads ranges with both ends in them, and none that runs backwards', () => {
    expect(parseDayRange('2026-01-01 - 2026-01-31')).toEqual({
      from: new Date('2025-12-31T16:00:00Z'),
      until: new Date('2026-01-31T16:00:00Z'),
    });
    expect(parseTimeRange('2026-01-01 00:00:00 - 2026-01-01 00:00:00')).toEqual({
      from: new Date('2025-12-31T16:00:00Z'),
      until: new Date('2025-12-31T16:00:01Z'),
    });
    expect(parseDayRange('0001-01-01 - 9999-12-31')).toEqual({
      from: new Date('0000-12-31T16:00:00Z'),
      until: new Date('9999-12-31T16:00:00Z'),
    });
    for (const text of ['2026-02-01 - 2026-01-01', '2026-01-01', '2026-01-01 - ', '2026-01-01 - 2026-01-02 - 2026-01-03'])
      expect(parseDayRange(text)).toBeNull();
  });
});
