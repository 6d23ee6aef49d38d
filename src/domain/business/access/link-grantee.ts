import type { Permission } from './access.ts';

/** For whom a link was made. Once they could no longer request it themselves, it stops working. */
export interface LinkGrantee extends Shown {
  /** SHA-256 of the session's token, base64url. The hash grants nothing by itself. */
  readonly session: string;
  /** The call that made the link required one of these permissions; empty if signing in was enough. */
  readonly anyOf: readonly Permission[];
  /** The call also required all of these. */
  readonly allOf?: readonly Permission[];
}

/** Objects in a link that not every holder of the permission may see. */
export interface Shown {
  /** Evidence numbers; the holder must still be able to view each of them. */
  readonly evidence?: readonly string[];
  /** Application id; the holder must still be able to see it. */
  readonly application?: string;
}

/** Whether a link's holder may still have what it opens. */
export type GranteeCheck = (holder: LinkGrantee) => Promise<boolean>;
