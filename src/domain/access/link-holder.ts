import type { Permission } from './access.ts';

/** For whom a link was made: it opens nothing any more once he could not ask for it again. */
export interface LinkHolder extends Shown {
  /** SHA-256 of the session's token, which opens nothing by itself; base64url. */
  readonly session: string;
  /** What the call that made the link asked of him: one of these; none where it was enough to be signed in. */
  readonly anyOf: readonly Permission[];
  /** And all of these. */
  readonly allOf?: readonly Permission[];
}

/** What a link shows that not everybody may see who may make the call. */
export interface Shown {
  /** Numbers of evidence: every one of them he must still be able to view. */
  readonly evidence?: readonly string[];
  /** Id of the application that he must still be able to see. */
  readonly application?: string;
}

/** Tells whether a link's holder may still have what it opens. */
export type HolderCheck = (holder: LinkHolder) => Promise<boolean>;
