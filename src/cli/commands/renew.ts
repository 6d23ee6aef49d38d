import { renewalCalendar, type RenewalCalendar } from '../../server/custody/records/calendar.ts';
import { makeDayTrees } from '../../server/custody/records/day-trees.ts';
import { renewDue } from '../../server/custody/records/renew.ts';
import { stampTrees } from '../../server/custody/records/stamp-trees.ts';
import { openAuthority } from '../../server/custody/timestamps/stamping.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { formatTime } from '../../domain/kit/text/time.ts';
import { options, type Command } from '../lib/command.ts';

/** Lists the renewals that are due (--dry-run), or runs at once what the periodic jobs would do. */
export const renew: Command = {
  name: 'renew',
  usage: '[--dry-run]',
  summary: 'make and renew evidence records that are due; --dry-run tells what is due and changes nothing',
  async run({ db, args, config }) {
    const { flags } = options(args, [], ['dry-run']);
    const done = flags.has('dry-run') ? null : await renewNow(db, config);
    const calendar = await renewalCalendar(db, config.weakAlgorithms ?? {}, new Date());
    const hasAuthority = config.timestamps.url !== undefined;
    const value = { ...valueOf(calendar), authority: hasAuthority, ...(done ? { done } : {}) };
    return { value, text: textOf(calendar, hasAuthority, done), failed: done?.error !== undefined };
  },
};

interface Done {
  readonly days: number;
  readonly timestamps: number;
  readonly hashes: number;
  readonly tokens: number;
  readonly error?: string;
}

async function renewNow(db: Database, config: Parameters<Command['run']>[0]['config']): Promise<Done> {
  const days = await makeDayTrees(db);
  const { timestamps, hashes } = await renewDue(db, config.weakAlgorithms ?? {});
  const authority = await openAuthority(config);
  const made = { days, timestamps, hashes };
  if (!authority) return { ...made, tokens: 0 };
  try {
    return { ...made, tokens: await stampTrees(db, authority, config.weakAlgorithms ?? {}) };
  } catch (error) {
    return { ...made, tokens: 0, error: error instanceof Error ? error.message : String(error) };
  }
}

function valueOf({ ends, due, waiting, entriesAfter, unread, error, officeEndsAt, authorityEndsAt }: RenewalCalendar) {
  return {
    due: due.map(({ day, what, reason }) => ({
      day: day.day,
      what,
      reason,
      evidence: day.leaves,
      ends_at: day.endsAt?.toISOString() ?? null,
    })),
    waiting: waiting.map(({ day, leaves }) => ({ day, evidence: leaves })),
    ends: ends.map(({ endsAt, renewAt, days, evidence, firstDay, lastDay }) => ({
      ends_at: endsAt.toISOString(),
      renew_at: renewAt.toISOString(),
      days,
      evidence,
      first_day: firstDay,
      last_day: lastDay,
    })),
    entries_after: entriesAfter,
    files_without_sha512: unread,
    error,
    office_ends_at: officeEndsAt?.toISOString() ?? null,
    authority_ends_at: authorityEndsAt?.toISOString() ?? null,
  };
}

function textOf(calendar: RenewalCalendar, hasAuthority: boolean, done: Done | null): string {
  const { due, waiting, ends, unread, entriesAfter, error, officeEndsAt, authorityEndsAt } = calendar;
  const lines = [
    ...(done
      ? [
          `Done: ${done.days} trees of days, timestamps of ${done.timestamps} days, hashes of ${done.hashes} days, ${done.tokens} tokens.`,
          ...(done.error === undefined ? [] : [`No token: ${done.error}`]),
          '',
        ]
      : []),
    due.length === 0 ? 'Nothing is due for renewal.' : `Due for renewal: ${due.length} days.`,
    ...due.map(({ day, what, reason }) => `  ${day.day}  ${what} (${reason}), ${day.leaves} pieces of evidence${endText(day.endsAt)}`),
    ...(hasAuthority ? [] : ['No timestamp authority is configured (TSA_URL): trees of days are made, and wait for their tokens.']),
    ...(waiting.length === 0 ? [] : [`Waiting for a token: ${waiting.length} days, since ${waiting[0]?.day ?? ''}.`]),
    ...(error === null ? [] : [`The authority: ${error}`]),
    ...(entriesAfter === 0 ? [] : [`Entries of the log after the last day that was taken up: ${entriesAfter}.`]),
    ...(unread === 0 ? [] : [`Files that the scrub has not read for their SHA-512 yet: ${unread}.`]),
    '',
    'What ends when:',
    ...ends.map(
      ({ endsAt, renewAt, days, evidence, firstDay, lastDay }) =>
        `  ${formatTime(endsAt)}  ${days} days of records (${firstDay} to ${lastDay}, ${evidence} pieces), ` +
        `renewed from ${formatTime(renewAt)}`,
    ),
    ...(authorityEndsAt ? [`  ${formatTime(authorityEndsAt)}  certificate of the timestamp authority`] : []),
    ...(officeEndsAt ? [`  ${formatTime(officeEndsAt)}  certificate that the office signs with`] : []),
    ...(ends.length === 0 && !authorityEndsAt && !officeEndsAt ? ['  nothing yet'] : []),
  ];
  return lines.join('\n');
}

function endText(endsAt: Date | null): string {
  return endsAt ? `, until ${formatTime(endsAt)}` : '';
}
