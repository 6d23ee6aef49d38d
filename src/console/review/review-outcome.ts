import { TransportError } from '../net/request.ts';
import { toast } from '../ui/toast.ts';
import { isConflict } from '../net/verdict.ts';

/** `lost`: somebody else was first, so the screen is outdated. Every refusal has been shown by then. */
export type Outcome = 'done' | 'lost' | 'failed';

/** Result of sending a decision. */
export async function outcomeOf(sent: Promise<unknown>): Promise<Outcome> {
  try {
    await sent;
    return 'done';
  } catch (error) {
    if (error instanceof TransportError) toast('error', error.message);
    return isConflict(error) ? 'lost' : 'failed';
  }
}
