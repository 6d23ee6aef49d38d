import type { Answered } from './explain.ts';
import type { House } from './house.ts';
import { staffPart } from './parts.ts';
import { shut } from './shut.ts';
import { nobody, operatorsOf, type Operator, type Session, type Staff } from './staff.ts';
import { Difference } from './step.ts';

/** How operators may have been while a round was under way. */
export interface Standing {
  readonly faults: readonly string[];
  /** Every way in which an operator stood at some moment, the earliest first. */
  of(username: string): readonly Operator[];
}

interface Search {
  /** Each state once, by its spelling: what is equal is the same. */
  readonly states: Map<string, Staff>;
  /** Whether an order goes on, by the last state, and the steps that are left with who may have asked for them. */
  readonly known: Map<string, boolean>;
  /** States that lie on an order that explains every answer. */
  readonly visited: Map<string, Staff>;
  /** By what answers can tell of it, what every explaining order leaves. */
  readonly last: Map<string, Staff>;
  fewest: number;
  difference: string;
}

/**
 * Takes the steps that change who may do what into the house. Unlike a user's, every order that explains them is looked at: a call beside
 * them may have met any state of any of them. They are few.
 */
export function explainStaff(house: House, steps: readonly Answered[]): Standing {
  const { staff, operators } = house;
  if (steps.length === 0) return { faults: [], of: (username) => [operators.get(username) ?? nobody] };
  const search: Search = {
    states: new Map(),
    known: new Map(),
    visited: new Map(),
    last: new Map(),
    fewest: steps.length + 1,
    difference: '',
  };
  walk([interned(search, staff)], steps, search);
  const [last, ...others] = search.last.values();
  const states = [...search.visited.values()].map(operatorsOf);
  const of = (username: string): readonly Operator[] => distinct(states.map((one) => one.get(username) ?? nobody));
  if (last === undefined) return { faults: [`staff: no order explains ${search.fewest} of ${steps.length}: ${search.difference}`], of };
  if (others.length > 0) return { faults: ['staff: the answers do not tell what is left'], of };
  staffPart.write(house, last);
  return { faults: [], of };
}

function distinct(all: readonly Operator[]): readonly Operator[] {
  return [...new Map(all.map((one) => [spellOperator(one), one])).values()];
}

function spellOperator(operator: Operator): string {
  const known = spelt.get(operator);
  if (known !== undefined) return known;
  const text = JSON.stringify([operator, [...operator.permissions]]);
  spelt.set(operator, text);
  return text;
}
const spelt = new WeakMap<Operator, string>();

/** @param path the states of this order until now. @returns whether an order goes on from here to the end. */
function walk(path: readonly Staff[], left: readonly Answered[], search: Search): boolean {
  const state = path.at(-1);
  if (!state) return false;
  if (left.length === 0) {
    const told = staffPart.spell(endsAlike(withoutLost(state)));
    const same = search.last.get(told);
    const fuller = !same || lostOf(state) > lostOf(same) ? state : same;
    search.last.set(told, same ? endsOfBoth(fuller, fuller === state ? same : state) : fuller);
    visit(path, search);
    return true;
  }
  const place = placeOf(path, state, left);
  const known = search.known.get(place);
  if (known === true) visit(path, search);
  if (known !== undefined) return known;
  let isThere = false;
  for (const one of left) {
    const rest = left.filter((other) => other !== one);
    for (const next of outcomes(path, state, one)) {
      if (!(next instanceof Difference)) isThere = walk([...path, interned(search, next)], rest, search) || isThere;
      else if (left.length < search.fewest) [search.fewest, search.difference] = [left.length, next.text];
    }
  }
  search.known.set(place, isThere);
  return isThere;
}

function interned({ states }: Search, staff: Staff): Staff {
  const spelling = spellWithChanges(staff);
  const known = states.get(spelling) ?? staff;
  states.set(spelling, known);
  return known;
}

/** A state that was there before is another one after more changes, and after more rows of the login log. */
function spellWithChanges(staff: Staff): string {
  const changes = [...staff.accounts, ...staff.roles].map((one) => one.changes).join(' ');
  return `${staffPart.spell(staff)} ${changes} ${staff.logins.length}`;
}

function visit(path: readonly Staff[], { visited }: Search): void {
  for (const one of path) visited.set(staffPart.spell(one), one);
}

/** What comes of a place depends on which states the path has only by how they show who asks. */
function placeOf(path: readonly Staff[], state: Staff, left: readonly Answered[]): string {
  return [spellWithChanges(state), ...left.map((one) => `${one.number} ${callersOf(path, one).map(spellOperator).join(' ')}`)].join('\n');
}

/** The caller of a step in every way that they stood until now, the earliest first. */
function callersOf(path: readonly Staff[], { step: { call } }: Answered): readonly Operator[] {
  if (call.door !== 'console') return [nobody];
  return distinct(path.map((state) => operatorsOf(state).get(call.operator) ?? nobody));
}

/** A session whose token nobody got is seen in no answer; whether it was begun stays open, and each check allows for it. */
function withoutLost(staff: Staff): Staff {
  const accounts = staff.accounts.map((one) => ({ ...one, sessions: one.sessions.filter(({ token }) => token !== '') }));
  return { ...staff, accounts };
}

/**
 * Without whether and how sessions ended. Of one that was ended and shut at once, no answer tells which came first; nor whether one ended
 * whose account got another role while its earlier role was disabled.
 */
function endsAlike(staff: Staff): Staff {
  return withSessions(staff, (session) => ({ ...session, state: 'either' }));
}

function endsOfBoth(staff: Staff, other: Staff): Staff {
  const others = new Map(other.accounts.flatMap(({ sessions }) => sessions).map(({ token, state }) => [token, state]));
  return withSessions(staff, (session) => {
    const state = others.get(session.token) ?? session.state;
    if (state === session.state) return session;
    return { ...session, state: [state, session.state].some((one) => one === 'live' || one === 'unasked') ? 'unasked' : 'either' };
  });
}

function withSessions(staff: Staff, change: (session: Session) => Session): Staff {
  return { ...staff, accounts: staff.accounts.map((one) => ({ ...one, sessions: one.sessions.map(change) })) };
}

function lostOf({ accounts }: Staff): number {
  return accounts.flatMap(({ sessions }) => sessions.filter(({ token }) => token === '')).length;
}

/** Who calls is looked up first, and what they ask is done later: they may have stood as in any state until now. */
function outcomes(path: readonly Staff[], state: Staff, one: Answered): (Staff | Difference)[] {
  const { step, answer, isRepeated } = one;
  const { call } = step;
  const found: (Staff | Difference)[] = [];
  for (const by of callersOf(path, one)) {
    const others = { held: 0, by, until: [by] };
    const gate = call.door === 'console' ? shut(by, call.token, answer) : undefined;
    found.push(gate === 'told' ? state : (gate ?? (step.judge(state, answer, others) as Staff | Difference)));
    const first = isRepeated && step.done ? (step.judge(state, step.done, others) as Staff | Difference) : undefined;
    if (first === undefined || first instanceof Difference) continue;
    found.push(gate === 'told' ? first : (step.judge(first, answer, others) as Staff | Difference));
    // The first sending may have ended the session that the second one came with.
    const after = call.door === 'console' ? operatorsOf(first).get(call.operator) : undefined;
    if (call.door === 'console' && after && shut(after, call.token, answer) === 'told') found.push(first);
  }
  return unique(found);
}

function unique(all: readonly (Staff | Difference)[]): (Staff | Difference)[] {
  return [...new Map(all.map((one) => [one instanceof Difference ? one.text : staffPart.spell(one), one])).values()];
}
