import { TransportError } from '../net/request.ts';
import { toast } from '../ui/toast.ts';
import { isConflict } from '../net/verdict.ts';

/** `lost`: the case is another than the screen shows (decided, withdrawn, submitted anew), in the server's words, which were shown too. */
export type Outcome = 'done' | 'failed' | { readonly lost: string };

/** Result of sending a decision. */
export async function outcomeOf(sent: Promise<unknown>): Promise<Outcome> {
  try {
    await sent;
    return 'done';
  } catch (error) {
    if (error instanceof TransportError) toast('error', error.message);
    return isConflict(error) ? { lost: error.message } : 'failed';
  }
}
