import type { Answer, Call, House, User } from './house.ts';
import type { Dice } from './dice.ts';

/** One call, and what the model says to each answer of it. */
export interface Step {
  readonly call: Call;
  /** Of the user whom it concerns; steps of different users say nothing of each other. */
  readonly key: string;
  /**
   * Takes the answer into the model. `user` is a copy: where the answer is not allowed, it is thrown away.
   * @param user undefined where nobody is registered under the key. @returns what is wrong with the answer, or the user as they are now.
   */
  judge(user: User | undefined, answer: Answer, others: Others): User | undefined | Difference;
  /** What a first, lost sending would have been answered, where a repetition is answered otherwise: a review, a withdrawal. */
  readonly done?: Answer;
}

/** What else was under way. */
export interface Others {
  /** Points that calls at the same time may hold. */
  readonly held: number;
}

/** An answer that the model does not allow, in words. */
export class Difference {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export interface Command {
  readonly name: string;
  /** How often it is thrown, beside the others. */
  readonly weight: number;
  /** Undefined where there is nothing to do it to. */
  plan(house: House, dice: Dice): Step | undefined;
}

/** The call of a step as its history shows it. */
export function spell(call: Call): string {
  const who = call.door === 'console' ? call.operator : 'platform';
  return `${who}: ${call.method} ${call.path} ${JSON.stringify(call.fields)}`;
}
