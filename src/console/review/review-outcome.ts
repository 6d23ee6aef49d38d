import { TransportError } from '../net/request.ts';
import { toast } from '../ui/toast.ts';
import { isConflict } from '../net/verdict.ts';

/** `lost`: somebody else was first, so that what is shown is old. Every refusal has been shown by then. */
export type Outcome = 'done' | 'lost' | 'failed';

/** How a decision that was sent ended. */
export async function outcomeOf(sent: Promise<unknown>): Promise<Outcome> {
  try {
    await sent;
    return 'done';
  } catch (error) {
    if (error instanceof TransportError) toast('error', error.message);
    return isConflict(error) ? 'lost' : 'failed';
  }
}
