import { checkedAddresses, type Reach } from './delivery/attempt.ts';
import { AttemptFault } from './delivery/attempt-fault.ts';
import { IntakeRefusal } from '../signed/refusal.ts';

/**
 * Refuses an endpoint's address if it is private, or if its name resolves to a private address now. A name without an address is accepted,
 * because it may get one: each attempt resolves it again.
 * @throws IntakeRefusal 400
 */
export async function assertReachable(url: string, reach: Pick<Reach, 'allowPrivate' | 'resolve' | 'isPrivate'>): Promise<void> {
  const target = new URL(url);
  if (!reach.allowPrivate && target.protocol !== 'https:') throw new IntakeRefusal(400, 'malformed', 'url: must be an https address');
  const late = new Promise<void>((resolve) => setTimeout(resolve, patienceMs).unref());
  const fault = await Promise.race([checkedAddresses(target, reach).then(() => null, judge), late.then(() => null)]);
  if (fault) throw new IntakeRefusal(400, 'malformed', `url: ${fault.message}`);
}

/** If the look-up takes longer, the address is left to the attempts. */
const patienceMs = 3000;

function judge(error: unknown): AttemptFault | null {
  return error instanceof AttemptFault && error.kind === 'address' ? error : null;
}
