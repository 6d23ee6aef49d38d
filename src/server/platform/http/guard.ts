import type { Needs } from '../../../contract/call.ts';
import type { Permission } from '../../../domain/business/access/access.ts';
import type { Operator } from './operator.ts';
import type { LinkGrantee } from '../../../domain/business/access/link-grantee.ts';
import { Refusal } from './refusal.ts';

/** Identifies the operator by their token. */
export interface Guard {
  /**
   * @param isBackground the call does not show that the operator is present, so it does not reset the session's idle time.
   * @throws Refusal brokenToken, signedOut or disabled.
   */
  identify(token: string, isBackground: boolean): Promise<Operator>;
}

/**
 * Requires the one-time password to be set up if the role demands one; until then only calls with `beforeTotp` work.
 * @throws Refusal whose hint leads the console to the setup.
 */
export function requireTotp({ beforeTotp }: { readonly beforeTotp?: boolean }, operator: Operator): void {
  if (operator.lacksTotp && beforeTotp !== true) throw new Refusal('rule', '请先设置动态口令', undefined, { mustSetUpTotp: true });
}

/**
 * Checks the operator's permissions: once for the call alone, before its input is read, and again with the input, because some calls serve
 * two pages (spec/wire, 5).
 * @returns the grantee of links that the call creates: they open while the operator holds one of the permissions that admitted this call,
 * and all of `allOf`. @throws Refusal forbidden.
 */
export function admit(needs: Needs, operator: Operator, input?: unknown): LinkGrantee {
  if (!isAdmitted(needs, operator, input)) throw new Refusal('forbidden');
  const session = operator.sessionHash.toString('base64url');
  if (needs === 'open' || needs === 'signedIn') return { session, anyOf: [] };
  const { allOf = [] } = needs;
  return { session, anyOf: heldOf(needs, operator, input), ...(allOf.length > 0 && { allOf }) };
}

/** As `admit`, without throwing. */
export function isAdmitted(needs: Needs, operator: Operator, input?: unknown): boolean {
  if (needs === 'open' || needs === 'signedIn') return true;
  const { allOf = [] } = needs;
  return heldOf(needs, operator, input).length > 0 && allOf.every((permission) => operator.permissions.has(permission));
}

/** The permissions of `anyOf` (or `byInput`) that the operator holds. */
function heldOf(needs: Exclude<Needs, string>, operator: Operator, input: unknown): Permission[] {
  return wantedBy(needs, input).filter((permission) => operator.permissions.has(permission));
}

function wantedBy(needs: Exclude<Needs, string>, input: unknown): readonly Permission[] {
  return input !== undefined && needs.byInput ? [needs.byInput(input)].flat() : needs.anyOf;
}
