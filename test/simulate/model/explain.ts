import type { Answer, House, User } from './house.ts';
import { Difference, type Others, type Step } from './step.ts';

/** A step that was sent, and what came. */
export interface Answered {
  readonly step: Step;
  readonly answer: Answer;
  readonly isRepeated: boolean;
  /** Its place in the round. */
  readonly number: number;
}

/**
 * Takes the answers of steps that were under way at once into the model: there must be an order in which, one after the other, each
 * answer is one that the model allows. Steps of different users say nothing of each other, so an order is sought for each user by itself.
 * @returns what no order explains.
 */
export function explain(house: House, answered: readonly Answered[]): string[] {
  const faults: string[] = [];
  const byUser = new Map<string, Answered[]>();
  for (const one of answered) byUser.set(one.step.key, [...(byUser.get(one.step.key) ?? []), one]);
  for (const [key, steps] of byUser) {
    const user = house.users.get(key);
    const search: Search = { othersOf: besides(house, steps), dead: new Set(), fewest: steps.length + 1, difference: '' };
    const found = order(user, steps, search);
    if (found === undefined) faults.push(faultOf(search, steps));
    else if (found.user) house.users.set(key, found.user);
  }
  return faults;
}

/** Calls that hold their price while they come in, also where they are refused in the end. */
const mayHold = new Set(['createEvidence', 'createCapture']);
const mostHeld = 5;

/** What was under way beside a step. What it holds itself is its own; but a sending that was lost may hold its price as well. */
function besides({ isDisturbed }: House, steps: readonly Answered[]): (one: Answered) => Others {
  const holding = steps.filter(({ step }) => mayHold.has(step.call.name));
  return (one) => {
    const ofOthers = holding.filter((other) => isDisturbed || other.isRepeated || other !== one);
    return { held: ofOthers.length * mostHeld };
  };
}

interface Search {
  readonly othersOf: (one: Answered) => Others;
  /** States with what was left of the steps, from which no order was found. */
  readonly dead: Set<string>;
  /** Of the steps that are left where most of them were explained. */
  fewest: number;
  difference: string;
}

type Found = { readonly user: User | undefined } | undefined;

/**
 * Depth first. A step that is allowed and changes nothing is taken at once: whatever order there is, there is one that begins with it. Of
 * the others every order is tried, and no state twice with the same steps left.
 */
function order(user: User | undefined, left: readonly Answered[], search: Search): Found {
  if (left.length === 0) return { user };
  const state = stateOf(user);
  const place = `${left.map(({ number }) => number).join(' ')} ${state}`;
  if (search.dead.has(place)) return undefined;
  const ways: { readonly next: User | undefined; readonly rest: readonly Answered[] }[] = [];
  for (const one of left) {
    const rest = left.filter((other) => other !== one);
    for (const next of outcomes(user, one, search.othersOf(one))) {
      if (next instanceof Difference) note(search, left.length, next);
      else if (stateOf(next) === state) return order(next, rest, search);
      else ways.push({ next, rest });
    }
  }
  for (const { next, rest } of ways) {
    const found = order(next, rest, search);
    if (found) return found;
  }
  search.dead.add(place);
  return undefined;
}

function note(search: Search, left: number, { text }: Difference): void {
  if (left >= search.fewest) return;
  search.fewest = left;
  search.difference = text;
}

/** All that an answer may depend on. */
function stateOf(user: User | undefined): string {
  if (!user) return '';
  const { status, repair, points, gifts, captures, recordings, applications, recharges, notices, invoices, checks, evidence, logins } =
    user;
  const parts = [
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
  ];
  return JSON.stringify(parts);
}

/** As it is; and where it was sent more than once, as it is after a first sending that was carried out without an answer. */
function outcomes(user: User | undefined, { step, answer, isRepeated }: Answered, others: Others): (User | undefined | Difference)[] {
  const plain = step.judge(copyOf(user), answer, others);
  if (!isRepeated || step.done === undefined) return [plain];
  const first = step.judge(copyOf(user), step.done, others);
  if (first === undefined || first instanceof Difference) return [plain];
  return [plain, step.judge(first, answer, others)];
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
    events: [...user.events],
    receipts: user.receipts,
  };
}

function faultOf({ difference, fewest }: Search, steps: readonly Answered[]): string {
  const { key } = steps[0]?.step ?? { key: '' };
  return `user ${key}: ${steps.length} calls at once, no order explains ${fewest} of them: ${difference}`;
}
