import { IntakeRefusal } from './refusal.ts';
import type { IntakeClient } from './signature.ts';

/** An enterprise acts for itself alone, a platform client for every user. @param what that the enterprise may do for its own user only. */
export function assertOwnUser(client: Pick<IntakeClient, 'userId'>, userId: string, what: string): void {
  if (client.userId !== null && client.userId !== userId) throw new IntakeRefusal(403, 'forbidden', `an enterprise may ${what} only`);
}
