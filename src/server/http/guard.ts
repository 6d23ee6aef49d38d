import type { Needs } from '../../contract/call.ts';
import type { Operator } from '../session/operator.ts';
import { Refusal } from './refusal.ts';

/** Tells who presents a token. */
export interface Guard {
  /** @throws Refusal brokenToken, signedOut or disabled. */
  identify(token: string): Promise<Operator>;
}

/**
 * Lets the operator through, or refuses: first by the call alone, before its input is read, then once more with the
 * input, because some calls serve two pages (wire, section 5).
 * @throws Refusal forbidden.
 */
export function admit(needs: Needs, operator: Operator, input?: unknown): void {
  if (needs === 'open' || needs === 'signedIn') return;
  const holdsAll = (needs.allOf ?? []).every((permission) => operator.permissions.has(permission));
  const wanted = input !== undefined && needs.byInput ? [needs.byInput(input)].flat() : needs.anyOf;
  if (!holdsAll || !wanted.some((permission) => operator.permissions.has(permission))) throw new Refusal('forbidden');
}
