import type { Permission } from '../../domain/access.ts';

/** For whom a link was made: it opens nothing any more once he could not ask for it again. */
export interface LinkHolder {
  /** SHA-256 of the session's token, which opens nothing by itself; base64url. */
  readonly session: string;
  /** What the call that made the link asked of him: one of these; none where it was enough to be signed in. */
  readonly anyOf: readonly Permission[];
}

/** Tells whether a link's holder may still have what it opens. */
export type HolderCheck = (holder: LinkHolder) => Promise<boolean>;
