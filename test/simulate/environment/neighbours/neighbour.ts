import type { Dice } from '../../model/dice.ts';
import type { Place } from '../office.ts';

/** A server beside the office that lies, fails, hangs or answers twice for some requests, and is honest again. */
export interface Neighbour {
  /** What the office's servers are started with. */
  readonly environment: Readonly<Record<string, string>>;
  /** For the next few requests. */
  strike(dice: Dice, office: Pick<Place, 'db'>): void | Promise<void>;
  calm(): void;
  stop(): Promise<void>;
}

/** For how many requests it does so, at most. */
export const mostStruck = 3;
