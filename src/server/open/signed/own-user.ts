import { IntakeRefusal } from './refusal.ts';
import type { IntakeClient } from './signature.ts';

/** Refuses an enterprise that acts for another user; platform clients may act for all. @param what follows `an enterprise may`. */
export function assertOwnUser(client: Pick<IntakeClient, 'userId'>, userId: string, what: string): void {
  if (client.userId !== null && client.userId !== userId) throw new IntakeRefusal(403, 'forbidden', `an enterprise may ${what} only`);
}
