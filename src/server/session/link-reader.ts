import type { LinkHolder } from '../storage/link-holder.ts';
import type { Viewer } from './operator.ts';

/** Tells who opens a link; null where its holder may not have what it opens any more. */
export type ReaderCheck = (holder: LinkHolder) => Promise<LinkReader | null>;

/** The operator who opens a link, as the database knows him now. */
export interface LinkReader extends Viewer {
  readonly realname: string;
}
