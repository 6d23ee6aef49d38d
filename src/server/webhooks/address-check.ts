import { checkedAddresses, type Reach } from './delivery/attempt.ts';
import { AttemptFault } from './delivery/attempt-fault.ts';
import { IntakeRefusal } from '../signed/refusal.ts';

/**
 * Refuses an address that is given for an endpoint where it leads into a private network now, by itself or by its name. A name that has no
 * address yet may get one: each attempt asks again.
 * @throws IntakeRefusal 400
 */
export async function assertReachable(url: string, reach: Pick<Reach, 'allowPrivate' | 'resolve' | 'isPrivate'>): Promise<void> {
  const target = new URL(url);
  if (!reach.allowPrivate && target.protocol !== 'https:') throw new IntakeRefusal(400, 'malformed', 'url: must be an https address');
  const late = new Promise<void>((resolve) => setTimeout(resolve, patienceMs).unref());
  const fault = await Promise.race([checkedAddresses(target, reach).then(() => null, judge), late.then(() => null)]);
  if (fault) throw new IntakeRefusal(400, 'malformed', `url: ${fault.message}`);
}

/** A look-up that takes longer is left to the attempts. */
const patienceMs = 3000;

function judge(error: unknown): AttemptFault | null {
  return error instanceof AttemptFault && error.kind === 'address' ? error : null;
}
