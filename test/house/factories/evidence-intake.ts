import { expect } from 'vitest';
import type { testApp } from '../app.ts';
import type { evidenceMaker } from './evidence.ts';

/** What the intake answers to a request of a wrong form. */
export const malformed = (text: string) => ({
  status: 400,
  body: { error: { code: 'malformed', message: expect.stringContaining(text) as string } },
});

/** What a call of the intake left behind. */
export function intakeLook(house: ReturnType<typeof testApp>, make: ReturnType<typeof evidenceMaker>) {
  return {
    pointsOf: make.pointsOf,
    rowsOf: (userId: string) => house.db.selectFrom('evidence').selectAll().where('user_id', '=', userId).execute(),
  };
}
