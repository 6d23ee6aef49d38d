import type { LinkGrantee } from '../../../domain/business/access/link-grantee.ts';
import type { Viewer } from '../../platform/http/operator.ts';

/** Finds who opens a link; null if its grantee may no longer open it. */
export type ReaderCheck = (holder: LinkGrantee) => Promise<LinkReader | null>;

/** The operator who opens a link, as currently stored in the database. */
export interface LinkReader extends Viewer {
  readonly realname: string;
}
