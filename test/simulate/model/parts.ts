import type { User } from './house.ts';
import { operatorsOf, type Account, type Role, type Staff } from './staff.ts';
import type { Part } from './step.ts';

/** A user by their key, type and mobile: undefined until they are registered. */
export function userPart(key: string): Part<User | undefined> {
  return {
    key,
    read: ({ users }) => users.get(key),
    write: ({ users }, user) => void (user && users.set(key, user)),
    copy: copyOf,
    spell: spellUser,
  };
}

/** Roles, accounts and sessions. Its states are values that nobody changes. */
export const staffPart: Part<Staff> = {
  key: 'staff',
  read: ({ staff }) => staff,
  write(house, staff) {
    if (staff === house.staff) return;
    house.staff = staff;
    house.operators = operatorsOf(staff);
  },
  copy: (staff) => staff,
  spell: spellStaff,
};

/** Without what no answer depends on, and after a lost answer nobody knows. A staff is a value, so each is spelt once. */
function spellStaff(staff: Staff): string {
  const known = spelt.get(staff);
  if (known !== undefined) return known;
  const { roles, accounts, captchas } = staff;
  const text = [...roles.map(spellWithoutChanges), ...accounts.map(spellWithoutChanges), JSON.stringify(captchas)].join('\n');
  spelt.set(staff, text);
  return text;
}

/** A change of one account leaves the others as they are, so each is spelt once, too. */
function spellWithoutChanges(one: Role | Account): string {
  const known = spelt.get(one);
  if (known !== undefined) return known;
  const text = JSON.stringify({ ...one, changes: 0 });
  spelt.set(one, text);
  return text;
}
const spelt = new WeakMap<Staff | Role | Account, string>();

/** Anything else that hangs on no user: versions, a client, what one operator keeps for themselves. */
export function sharedPart<State>(key: string, empty: () => State): Part<State> {
  return {
    key,
    read: ({ parts }) => (parts.get(key) as State | undefined) ?? empty(),
    write: ({ parts }, state) => void parts.set(key, state),
    copy: (state) => structuredClone(state),
    spell: (state) => JSON.stringify(state),
  };
}

/** What is asked of nothing but the operator who asks. */
export function askingPart(username: string): Part<null> {
  return { key: `asking/${username}`, read: () => null, write: () => undefined, copy: () => null, spell: () => '' };
}

/** All of a user that an answer may depend on. */
function spellUser(user: User | undefined): string {
  if (!user) return '';
  const { status, repair, points, gifts, captures, recordings, applications, recharges, notices, invoices } = user;
  const { checks, evidence, logins, notes, downloads, isSuspended, credentials } = user;
  return JSON.stringify([
    status,
    repair,
    points,
    gifts,
    captures,
    recordings,
    applications,
    recharges,
    notices,
    invoices,
    checks.length,
    evidence.length,
    logins,
    notes,
    downloads.length,
    isSuspended,
    credentials?.app_id,
  ]);
}

function copyOf(user: User | undefined): User | undefined {
  if (!user) return undefined;
  return {
    ...user,
    checks: [...user.checks],
    bookings: [...user.bookings],
    gifts: user.gifts.map((one) => ({ ...one })),
    evidence: [...user.evidence],
    captures: user.captures.map((one) => ({ ...one })),
    recordings: user.recordings.map((one) => ({ ...one })),
    applications: user.applications.map((one) => ({ ...one })),
    recharges: user.recharges.map((one) => ({ ...one })),
    notices: [...user.notices],
    invoices: user.invoices.map((one) => ({ ...one })),
    notes: user.notes.map((one) => ({ ...one })),
    downloads: [...user.downloads],
    feedback: [...user.feedback],
    events: [...user.events],
  };
}
