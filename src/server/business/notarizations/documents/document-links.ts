import type { LinkGrantee } from '../../../../domain/business/access/link-grantee.ts';
import { createSealedClaims } from '../../../platform/storage/sealed-claims.ts';

/** The content of a link to a document. Whether it opens the full or the masked file is decided when it is opened. */
export interface LinkedDocument {
  readonly orderId: string;
  readonly disposition: 'inline' | 'attachment';
  /** Restricted to the application. */
  readonly holder: LinkGrantee;
}

/** Links to notarial documents. They lead to `document-routes`, which records who opened what, instead of to a file of the store. */
export interface DocumentLinks {
  /** Links to one document, for viewing and for saving. */
  of(orderId: string, number: string, holder: LinkGrantee): { readonly name: string; readonly url: string; readonly download_url: string };
  /** Null if the token is expired, forged or malformed. */
  open(token: string): LinkedDocument | null;
}

export function createDocumentLinks(key: Uint8Array, now?: () => Date): DocumentLinks {
  // Like other file links they are valid for 15 minutes (spec/wire, 1).
  const claims = createSealedClaims<LinkedDocument>(key, 'document', 900, now);
  return {
    of(orderId, number, holder) {
      const name = documentName(number);
      const link = (disposition: LinkedDocument['disposition']) =>
        `/files/document/${claims.seal({ orderId, disposition, holder: { ...holder, application: orderId } })}/${encodeURIComponent(name)}`;
      return { name, url: link('inline'), download_url: link('attachment') };
    },
    open: (token) => claims.open(token),
  };
}

/** The file name that browsers save it under. */
export function documentName(number: string): string {
  return `公证书${number}.pdf`;
}
