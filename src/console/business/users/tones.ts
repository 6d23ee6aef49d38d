import { userStatus, type UserStatus } from '../../../domain/business/codes/users.ts';
import type { Tone } from '../../kit/list/columns.ts';

const tones: Record<UserStatus, Tone> = { unverified: 'over', pending: 'wait', approved: 'done', rejected: 'failed' };

/** Colour of a real-name status's dot. */
export function toneOf(code: number): Tone {
  const name = userStatus.nameOf(code);
  return name === undefined ? 'over' : tones[name];
}
