import { explainStaff, type Standing } from './explain-staff.ts';
import type { Answer, House } from './house.ts';
import { shut } from './shut.ts';
import { nobody, type Operator } from './staff.ts';
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
 * answer is one that the model allows. Steps of different parts say nothing of each other, so an order is sought for each part by itself;
 * of the staff first, since every operator may have been as they were at any moment of its order.
 * @returns what no order explains.
 */
export function explain(house: House, answered: readonly Answered[]): string[] {
  const byPart = new Map<string, Answered[]>();
  for (const one of answered) byPart.set(one.step.part.key, [...(byPart.get(one.step.part.key) ?? []), one]);
  const standing = explainStaff(house, byPart.get('staff') ?? []);
  const faults = [...standing.faults];
  for (const [key, steps] of byPart) {
    const part = steps[0]?.step.part;
    if (key === 'staff' || !part) continue;
    const search: Search = { othersOf: besides(house, steps, standing), dead: new Set(), fewest: steps.length + 1, difference: '' };
    const found = order(part.read(house), steps, search);
    if (found === undefined)
      faults.push(`${key}: ${steps.length} calls at once, no order explains ${search.fewest} of them: ${search.difference}`);
    else part.write(house, found.state);
  }
  return faults;
}

/** Calls that hold their price while they come in, also where they are refused in the end. */
const mayHold = new Set(['createEvidence', 'createCapture']);
const mostHeld = 5;

/** What was under way beside a step. What it holds itself is its own; but a sending that was lost may hold its price as well. */
function besides({ isDisturbed }: House, steps: readonly Answered[], standing: Standing): (one: Answered) => Others[] {
  const holding = steps.filter(({ step }) => mayHold.has(step.call.name));
  return (one) => {
    const ofOthers = holding.filter((other) => isDisturbed || other.isRepeated || other !== one);
    const { call } = one.step;
    const callers: readonly Operator[] = call.door === 'console' ? standing.of(call.operator) : [nobody];
    return callers.map((by, at) => ({ held: ofOthers.length * mostHeld, by, until: callers.slice(at) }));
  };
}

interface Search {
  readonly othersOf: (one: Answered) => Others[];
  /** States with what was left of the steps, from which no order was found. */
  readonly dead: Set<string>;
  /** Of the steps that are left where most of them were explained. */
  fewest: number;
  difference: string;
}

type Found = { readonly state: unknown } | undefined;

/**
 * Depth first. A step that is allowed and changes nothing is taken at once: whatever order there is, there is one that begins with it. Of
 * the others every order is tried, and no state twice with the same steps left.
 */
function order(state: unknown, left: readonly Answered[], search: Search): Found {
  const part = left[0]?.step.part;
  if (!part) return { state };
  const spelt = part.spell(state);
  const place = `${left.map(({ number }) => number).join(' ')} ${spelt}`;
  if (search.dead.has(place)) return undefined;
  const ways: { readonly next: unknown; readonly rest: readonly Answered[] }[] = [];
  for (const one of left) {
    const rest = left.filter((other) => other !== one);
    for (const next of search.othersOf(one).flatMap((others) => outcomes(state, one, others))) {
      if (next instanceof Difference) note(search, left.length, next);
      else if (part.spell(next) === spelt) return order(next, rest, search);
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

/** As it is; and where it was sent more than once, as it is after a first sending that was carried out without an answer. */
function outcomes(state: unknown, { step, answer, isRepeated }: Answered, others: Others): unknown[] {
  const { part, call, done } = step;
  const gate = call.door === 'console' ? shut(others.by, call.token, answer) : undefined;
  const plain = gate === undefined ? step.judge(part.copy(state), answer, others) : gate === 'told' ? state : gate;
  if (!isRepeated || done === undefined) return [plain];
  const first = step.judge(part.copy(state), done, others);
  if (first instanceof Difference || first === undefined) return [plain];
  return [plain, gate === 'told' ? first : step.judge(first, answer, others)];
}
