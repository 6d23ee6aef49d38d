import type { LinkGrantee } from '../../domain/access/link-grantee.ts';
import type { Viewer } from '../http/operator.ts';

/** Tells who opens a link; null where its holder may not have what it opens any more. */
export type ReaderCheck = (holder: LinkGrantee) => Promise<LinkReader | null>;

/** The operator who opens a link, as the database knows him now. */
export interface LinkReader extends Viewer {
  readonly realname: string;
}
