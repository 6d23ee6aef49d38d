import { describe, expect, it } from 'vitest';
import { diceOf } from '../model/dice.ts';
import { explain, type Answered } from '../model/explain.ts';
import { newHouse, newUser, type Answer, type House } from '../model/house.ts';
import type { Step } from '../model/step.ts';
import { evidenceCommands } from '../commands/evidence.ts';

const key = '1/10000000001';
const refused: Answer = { status: 402, body: { error: { code: 'points', message: 'the balance is short' } } };

/** A house with one verified user who has a point left. */
function house(): House {
  const user = { ...newUser(key, '1', '甲'), status: 3 as const, points: 1 };
  const made = newHouse({ roles: [], accounts: [], captchas: [], logins: [] });
  made.users.set(key, user);
  return made;
}

/** Evidence that is refused for want of points. */
function shortOfPoints(at: House, number: number, isRepeated = false): Answered {
  const [keep] = evidenceCommands;
  const step = keep?.plan(at, diceOf(number)) as Step;
  return { step, answer: refused, isRepeated, number };
}

describe('a refusal for want of points', () => {
  it('is a difference where nothing else may hold the last point', () => {
    const at = house();
    expect(explain(at, [shortOfPoints(at, 0)])).toHaveLength(1);
  });

  it('is allowed where another call may hold it', () => {
    const at = house();
    expect(explain(at, [shortOfPoints(at, 0), shortOfPoints(at, 1)])).toEqual([]);
  });

  it('is allowed where a first sending was lost, which may hold it', () => {
    const at = house();
    expect(explain(at, [shortOfPoints(at, 0, true)])).toEqual([]);
  });
});
