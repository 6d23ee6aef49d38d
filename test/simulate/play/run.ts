import type { House, User } from '../model/house.ts';
import { diceOf } from '../model/dice.ts';
import { explain, type Answered } from '../model/explain.ts';
import { spell, type Step } from '../model/step.ts';
import { commands } from '../commands/all.ts';
import { planDesk, type DeskStep } from '../commands/desks.ts';
import { learn } from './learn.ts';
import { outsideContract } from '../place/sender.ts';
import type { Failure, Round, Scene } from './scene.ts';

/** The rounds of a seed: one to sixteen calls each, sometimes one alone; others change who may do what, told by the minus. */
export function roundsOf(seed: number, steps: number): Round[] {
  const dice = diceOf(seed, 0);
  const rounds: number[][] = [];
  for (let step = 1; step <= steps; ) {
    const isDesk = diceOf(seed, step, 1).oneIn(4);
    const width = isDesk ? 1 : Math.min(dice.oneIn(6) ? 1 : 1 + dice.below(16), steps - step + 1);
    rounds.push(isDesk ? [-step] : Array.from({ length: width }, (_, at) => step + at));
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
  const { house, sender, seed, note, patienceMs } = scene;
  const [only = 0] = round;
  const desk = only < 0 && !sender.isDisturbed ? planDesk(house, diceOf(seed, -only, 2)) : undefined;
  if (desk) return playDesk(scene, desk, at);
  const steps = round.flatMap((number) => planned(house, seed, Math.abs(number)) ?? []);
  const disturbed = scene.disturb?.(at);
  const answered = await Promise.all(
    steps.map(async (step, number): Promise<Answered> => ({ step, number, ...(await sender.send(house, step.call, patienceMs)) })),
  );
  await disturbed;
  for (const { step, answer } of answered) note(`${at} ${spell(step.call)} → ${answer.status} ${JSON.stringify(answer.body)}`);
  const outside = answered.flatMap(({ step, answer }) => {
    const fault = outsideContract(step.call, answer);
    return fault === undefined ? [] : [`${spell(step.call)}: ${fault}`];
  });
  if (outside.length > 0) return outside;
  const faults = explain(house, answered);
  return faults.length > 0 ? faults : learn(scene, usersOf(house, answered), round.length === 1);
}

/** Only where no faults are made: a sign-in is not repeated, since its captcha serves once. */
async function playDesk({ house, sender, note, patienceMs }: Scene, { call, settle }: DeskStep, at: number): Promise<string[]> {
  const { answer } = await sender.send(house, call, patienceMs);
  note(`${at} ${spell(call)} → ${answer.status} ${JSON.stringify(answer.body)}`);
  const fault = outsideContract(call, answer) ?? settle(house, answer)?.text;
  return fault === undefined ? [] : [`${spell(call)}: ${fault}`];
}

function usersOf(house: House, answered: readonly Answered[]): User[] {
  return [...new Set(answered.map(({ step }) => step.key))].flatMap((key) => house.users.get(key) ?? []);
}

const wheel = commands.flatMap((command) => Array.from({ length: command.weight }, () => command));

/** The step of a number; undefined where there is nothing to do it to, so that a shrunken history has steps that do nothing. */
function planned(house: House, seed: number, number: number): Step | undefined {
  const dice = diceOf(seed, number);
  const crowd = diceOf(seed, Math.ceil(number / crowdOf), 3);
  const command = crowd.oneIn(4) ? crowd.pick(wheel) : dice.pick(wheel);
  return command?.plan(house, dice);
}

/** Of some steps that follow one another all make the same call, so that those meet that stand in one another's way. */
const crowdOf = 4;
