import type { Dice } from '../../model/dice.ts';
import type { House } from '../../model/house.ts';
import { gatesOf, type Operator, type Staff } from '../../model/staff.ts';
import type { Command, Step } from '../../model/step.ts';

export type StaffCommand = Command<Staff>;
export type StaffStep = Step<Staff>;

/** Account of the operator who is asked for everything: they are never sent away. */
export const administrator = 'admin@example.com';
/** The password of every account at the beginning. */
export const firstPassword = 'Test2026';

/** Those whom the model sends away: not the administrator, and nobody who takes applications, which would go to others. */
export function movable({ operators }: House): Operator[] {
  return [...operators.values()].filter(({ roleId, accepts, id }) => roleId !== '1' && !accepts && id !== '');
}

export function isAway(operator: Operator): boolean {
  return gatesOf(operator, operator.token).length > 0;
}

/** Mostly those who are away, so that there is somebody to do the work. */
export function anyMovable(house: House, dice: Dice, fits: (operator: Operator) => boolean = () => true): Operator | undefined {
  return dice.pick(movable(house).filter(fits));
}

/** Numbers that steps are told apart by, in the order in which they were planned. */
export function nextBorn(house: House): number {
  const born = Number(house.parts.get('born') ?? 0) + 1;
  house.parts.set('born', born);
  return born;
}
