import type { Needs } from '../../contract/call.ts';
import type { Permission } from '../../domain/access/access.ts';
import type { Operator } from './operator.ts';
import type { LinkGrantee } from '../../domain/access/link-grantee.ts';
import { Refusal } from './refusal.ts';

/** Tells who presents a token. */
export interface Guard {
  /**
   * `isBackground`: the call tells nothing about whether the operator is still there, so that his session goes on growing idle.
   * @throws Refusal brokenToken, signedOut or disabled.
   */
  identify(token: string, isBackground: boolean): Promise<Operator>;
}

/**
 * Where the role asks for a one-time password, nothing but setting it up works until it is there. @throws Refusal whose hint leads the
 * console to it.
 */
export function requireTotp({ beforeTotp }: { readonly beforeTotp?: boolean }, operator: Operator): void {
  if (operator.lacksTotp && beforeTotp !== true) throw new Refusal('rule', '请先设置动态口令', undefined, { mustSetUpTotp: true });
}

/**
 * Lets the operator through, or refuses: first by the call alone, before its input is read, then once more with the input, because some
 * calls serve two pages (wire, section 5).
 * @returns whom the links are for that the call makes: they open as long as the operator holds one of the permissions that let this call
 * through, and all that it needs beside. @throws Refusal forbidden.
 */
export function admit(needs: Needs, operator: Operator, input?: unknown): LinkGrantee {
  if (!isAdmitted(needs, operator, input)) throw new Refusal('forbidden');
  const session = operator.sessionHash.toString('base64url');
  if (needs === 'open' || needs === 'signedIn') return { session, anyOf: [] };
  const { allOf = [] } = needs;
  return { session, anyOf: heldOf(needs, operator, input), ...(allOf.length > 0 && { allOf }) };
}

/** Whether the operator may make the call. */
export function isAdmitted(needs: Needs, operator: Operator, input?: unknown): boolean {
  if (needs === 'open' || needs === 'signedIn') return true;
  const { allOf = [] } = needs;
  return heldOf(needs, operator, input).length > 0 && allOf.every((permission) => operator.permissions.has(permission));
}

/** Of the permissions of which any suffices, those that the operator holds. */
function heldOf(needs: Exclude<Needs, string>, operator: Operator, input: unknown): Permission[] {
  return wantedBy(needs, input).filter((permission) => operator.permissions.has(permission));
}

function wantedBy(needs: Exclude<Needs, string>, input: unknown): readonly Permission[] {
  return input !== undefined && needs.byInput ? [needs.byInput(input)].flat() : needs.anyOf;
}
