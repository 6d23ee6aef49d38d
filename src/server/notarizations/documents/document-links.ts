import type { LinkGrantee } from '../../../domain/access/link-grantee.ts';
import { createSealedClaims } from '../../storage/sealed-claims.ts';

/** What a link to a document opens: whichever of the two its reader may have when he opens it. */
export interface LinkedDocument {
  readonly orderId: string;
  readonly disposition: 'inline' | 'attachment';
  /** Bound to the application. */
  readonly holder: LinkGrantee;
}

/** Links to notarial documents. They lead not to a file of the store but to `document-routes`, which writes down who opened what. */
export interface DocumentLinks {
  /** Of one document, to look at and to save. */
  of(orderId: string, number: string, holder: LinkGrantee): { readonly name: string; readonly url: string; readonly download_url: string };
  /** Null when the token is over, forged or none at all. */
  open(token: string): LinkedDocument | null;
}

export function createDocumentLinks(key: Uint8Array, now?: () => Date): DocumentLinks {
  // As other file links they live 15 minutes (wire, section 1).
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

/** What a browser saves it as. */
export function documentName(number: string): string {
  return `公证书${number}.pdf`;
}
