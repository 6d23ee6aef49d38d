import type { Answer, Call, House } from './house.ts';
import type { Dice } from './dice.ts';
import type { Operator } from './staff.ts';

/** A part of the house that some steps alone change: nothing in one part hangs on another. */
export interface Part<State> {
  /** Of the part; steps with the same key are ordered among themselves. */
  readonly key: string;
  read(house: House): State;
  write(house: House, state: State): void;
  copy(state: State): State;
  /** All of it that an answer may depend on, as text. */
  spell(state: State): string;
}

/** One call, and what the model says to each answer of it. */
export interface Step<State = unknown> {
  readonly call: Call;
  readonly part: Part<State>;
  /**
   * Takes the answer into the model. `state` is a copy: where the answer is not allowed, it is thrown away.
   * @returns what is wrong with the answer, or the part as it is now.
   */
  judge(state: State, answer: Answer, others: Others): State | Difference;
  /** What a first, lost sending would have been answered, where a repetition is answered otherwise: a review, a withdrawal. */
  readonly done?: Answer;
  /** Overwrites what another step with the same word overwrites: which of two came last, no answer tells. One of them a round. */
  readonly overwrites?: string;
  /** Sent a second time beside the first, it is answered as the first. */
  readonly mayComeTwice?: true;
  /** Goes with nothing beside it: what other calls were answered would not tell whether they came before it. */
  readonly isAlone?: true;
}

/** What else was under way. */
export interface Others {
  /** Points that calls at the same time may hold. */
  readonly held: number;
  /** Who called, as they may have been when they did: their role and account may have changed under way. */
  readonly by: Operator;
  /** The same, and as they may have been until the answer: who calls is looked up first, and what they ask is read later. */
  readonly until: readonly Operator[];
}

/** An answer that the model does not allow, in words. */
export class Difference {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export interface Command<State = unknown> {
  readonly name: string;
  /** How often it is thrown, beside the others. */
  readonly weight: number;
  /** Undefined where there is nothing to do it to. */
  plan(house: House, dice: Dice): Step<State> | undefined;
}

/** The call of a step as its history shows it. */
export function spell(call: Call): string {
  const who = call.door === 'console' ? call.operator : call.door === 'open' ? (call.client?.app_id ?? 'platform') : 'command line';
  return `${who}: ${call.method} ${call.path} ${JSON.stringify(call.fields)}`;
}
