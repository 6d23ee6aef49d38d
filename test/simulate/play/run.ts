import type { House, User } from '../model/house.ts';
import { diceOf } from '../model/dice.ts';
import { explain, type Answered } from '../model/explain.ts';
import { spell, type Command, type Step } from '../model/step.ts';
import { themes } from '../commands/all.ts';
import { changesOfStaff } from '../commands/staff/all.ts';
import { learn, openCases } from './learn.ts';
import { learnStaff } from './learn-staff.ts';
import { outsideContract } from '../environment/sender.ts';
import type { Failure, Round, Scene } from './scene.ts';

/** The rounds of a seed: one to sixteen calls each, sometimes one alone; others change who may do what, told by the minus. */
export function roundsOf(seed: number, steps: number): Round[] {
  const dice = diceOf(seed, 0);
  const rounds: number[][] = [];
  for (let step = 1; step <= steps; ) {
    const isOfStaff = diceOf(seed, step, 1).oneIn(8);
    const width = isOfStaff ? 1 : Math.min(dice.oneIn(6) ? 1 : 1 + dice.below(16), steps - step + 1);
    rounds.push(isOfStaff ? [-step] : Array.from({ length: width }, (_, at) => step + at));
    step += width;
  }
  return rounds;
}

/** Plays rounds one after the other, until an answer is not allowed. @returns undefined where all were. */
export async function play(scene: Scene, rounds: readonly Round[]): Promise<Failure | undefined> {
  for (const [at, round] of rounds.entries()) {
    const faults = await playRound(scene, round, at);
    if (faults.length > 0) return { round: at, faults };
  }
  return undefined;
}

async function playRound(scene: Scene, round: Round, at: number): Promise<string[]> {
  const { house, sender, note, patienceMs } = scene;
  const steps = stepsOf(scene, round);
  const before = openCases(house);
  const disturbed = scene.disturb?.(at);
  const answered = await Promise.all(
    steps.map(async (step, number): Promise<Answered> => ({ step, number, ...(await sender.send(step.call, patienceMs)) })),
  );
  await disturbed;
  for (const { step, answer } of answered) note(() => `${at} ${spell(step.call)} → ${answer.status} ${JSON.stringify(answer.body)}`);
  const outside = answered.flatMap(({ step, answer }) => {
    const fault = outsideContract(step.call, answer);
    return fault === undefined ? [] : [`${spell(step.call)}: ${fault}`];
  });
  if (outside.length > 0) return outside;
  const { staff } = house;
  const faults = explain(house, answered);
  if (faults.length > 0) return faults;
  const isStaffAsBefore = house.staff === staff && at > 0;
  const learnt = await Promise.all([isStaffAsBefore ? [] : learnStaff(scene), learn(scene, usersOf(house, answered), before)]);
  return learnt.flat();
}

/** Every order of these is looked at, and there are too many of more. */
const mostOfStaff = 12;

/** What the numbers of a round stand for. Of two that overwrite the same, and of those that go alone, only the first is sent. */
function stepsOf({ house, seed }: Scene, round: Round): Step[] {
  const [only = 0] = round;
  if (only < 0) return changeOfStaff(house, seed, -only);
  const steps: Step[] = [];
  for (const number of round) {
    const step = planned(house, seed, Math.abs(number));
    if (!step || (step.isAlone && round.length > 1)) continue;
    if (step.overwrites !== undefined && steps.some(({ overwrites }) => overwrites === step.overwrites)) continue;
    if (step.part.key === 'staff' && steps.filter(({ part }) => part.key === 'staff').length >= mostOfStaff) continue;
    steps.push(step);
    if (step.mayComeTwice && diceOf(seed, Math.abs(number), 4).oneIn(6)) steps.push(step);
  }
  return steps;
}

/** Alone, a change of who may do what; what there is to do is tried one after the other. */
function changeOfStaff(house: House, seed: number, number: number): Step[] {
  const dice = diceOf(seed, number, 2);
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const step = dice.pick(staffWheel)?.plan(house, dice);
    if (step) return [step];
  }
  return [];
}

function usersOf(house: House, answered: readonly Answered[]): User[] {
  return [...new Set(answered.map(({ step }) => step.part.key))].flatMap((key) => house.users.get(key) ?? []);
}

const weighted = (all: readonly Command[]): Command[] => all.flatMap((command) => Array.from({ length: command.weight }, () => command));
const wheels = themes.map(weighted);
const staffWheel = weighted(changesOfStaff);

/** The step of a number; undefined where there is nothing to do it to, so that a shrunken history has steps that do nothing. */
function planned(house: House, seed: number, number: number): Step | undefined {
  const dice = diceOf(seed, number);
  const crowd = diceOf(seed, Math.ceil(number / crowdOf), 3);
  const wheel = wheels[seed % wheels.length] ?? [];
  const command = crowd.oneIn(4) ? crowd.pick(wheel) : dice.pick(wheel);
  return command?.plan(house, dice);
}

/** Of some steps that follow one another all make the same call, so that those meet that stand in one another's way. */
const crowdOf = 4;
