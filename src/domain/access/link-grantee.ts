import type { Permission } from './access.ts';

/** For whom a link was made. Once they could not ask for it again, it opens nothing. */
export interface LinkGrantee extends Shown {
  /** SHA-256 of the session's token, which opens nothing by itself; base64url. */
  readonly session: string;
  /** The call that made the link asked for one of these permissions; none where being signed in was enough. */
  readonly anyOf: readonly Permission[];
  /** The call also asked for all of these. */
  readonly allOf?: readonly Permission[];
}

/** What a link shows that not every holder of the permission may see. */
export interface Shown {
  /** Numbers of evidence; the holder must still be able to view each of them. */
  readonly evidence?: readonly string[];
  /** Id of an application; the holder must still be able to see it. */
  readonly application?: string;
}

/** Tells whether a link's holder may still have what it opens. */
export type GranteeCheck = (holder: LinkGrantee) => Promise<boolean>;
