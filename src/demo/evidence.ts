import type { EvidenceKind, FileStatus } from '../domain/business/codes/evidence.ts';
import type { UserType } from '../domain/business/codes/users.ts';
import { dayMs, startOfDay } from '../domain/kit/text/time.ts';
import type { Device } from '../server/platform/db/json.ts';
import { before, growing, hourMs, type DemoClock } from './data/clock.ts';
import { deviceOf } from './devices.ts';
import { contentOf, type Content } from './files/evidence-contents.ts';
import { itemAt, seeded, type Random } from './data/random.ts';
import type { DemoUser } from './data/users.ts';

/** An evidence of the demo, with what makes its file. */
export interface DemoEvidence {
  readonly number: string;
  readonly userId: string;
  readonly holder: string;
  readonly type: UserType;
  readonly kind: EvidenceKind;
  readonly title: string;
  readonly content: Content;
  /** A missing file was stored once and is no longer in the store. One that is uploading has no rows yet. */
  readonly status: FileStatus;
  readonly address: string;
  readonly startAt: Date | null;
  readonly endAt: Date | null;
  readonly device: Device | null;
  readonly savedAt: Date;
  /** Salt of `details.json`, 64 hexadecimal digits. */
  readonly salt: string;
}

/** All evidence, oldest first; ids are assigned in this order. The owners are users who were verified long enough ago. */
export function demoEvidence(users: readonly DemoUser[], clock: DemoClock): DemoEvidence[] {
  const holders = (['personal', 'enterprise'] as const).flatMap((type) =>
    verified(users, type, clock)
      .slice(0, holdersPerType)
      .map((holder, at) => ({ ...holder, evidenceCount: 5 + ((at * 7) % 5) })),
  );
  const owners = holders.flatMap((holder) => Array.from({ length: holder.evidenceCount }, () => holder));
  return owners
    .map((holder, at) => evidenceOf(holder, at, clock))
    .toSorted((a, b) => a.savedAt.getTime() - b.savedAt.getTime() || (a.number < b.number ? -1 : 1));
}

const holdersPerType = 24;

interface EvidenceOwner {
  readonly user: DemoUser;
  readonly userId: string;
  readonly since: Date;
}

function verified(users: readonly DemoUser[], type: UserType, clock: DemoClock): EvidenceOwner[] {
  return users.flatMap((user, at) => {
    const approval = user.submissions.find(({ review }) => review?.choice === 'approve')?.review;
    const isOld = approval && approval.verifiedAt < before(clock.today, 45 * dayMs);
    return user.type === type && user.state.status === 'approved' && isOld
      ? [{ user, userId: String(at + 1), since: approval.verifiedAt }]
      : [];
  });
}

function evidenceOf({ user, userId, since }: EvidenceOwner, at: number, clock: DemoClock): DemoEvidence {
  const random = seeded('evidence', at);
  const kind = itemAt(kinds, at * 3 + random.int(0, 2));
  const status = at % 160 === 123 ? 'missing' : at % 23 === 5 ? 'uploading' : 'stored';
  // An unfinished upload began recently; some were abandoned.
  const from = status === 'uploading' ? before(clock.today, 40 * dayMs) : new Date(since.getTime() + 5 * dayMs);
  const savedAt = at % 84 === 10 ? clock.wakingAt(random.int(0, 9900)) : wakingTime(random, growing(random, from, clock.today));
  const number = hex(random, 32).toUpperCase();
  const content = contentOf(kind, random, number, user.name, savedAt);
  const endAt = kind === 'file' ? null : before(savedAt, random.int(4, 300) * 1000);
  return {
    number,
    userId,
    holder: user.name,
    type: user.type,
    kind,
    title: content.title,
    content,
    status,
    address: kind === 'file' ? '' : (user.submissions.at(-1)?.subject.address ?? '').replace(/\d+幢.*$/, ''),
    startAt: endAt && before(endAt, content.lengthMs),
    endAt,
    device: kind === 'file' ? null : deviceOf(userId, savedAt, clock),
    savedAt,
    salt: hex(random, 64),
  };
}

/** Between 8 and 22 o'clock of that day. */
function wakingTime(random: Random, day: Date): Date {
  return new Date(startOfDay(day).getTime() + 8 * hourMs + 1000 * random.int(0, 14 * 3600));
}

const kinds: readonly EvidenceKind[] = [
  'file',
  'photo',
  'file',
  'audio',
  'photo',
  'video',
  'file',
  'screen',
  'photo',
  'audio',
  'file',
  'video',
  'screen',
];

function hex(random: Random, length: number): string {
  return Array.from({ length: length / 4 }, () => random.int(0, 65_536).toString(16).padStart(4, '0')).join('');
}
