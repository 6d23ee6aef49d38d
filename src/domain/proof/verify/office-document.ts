import { fingerprintOf } from '../cms/certificate-fingerprint.ts';
import { verifyPdf } from '../cms/pdf-verify.ts';
import { latin1 } from '../../kit/bytes/bytes.ts';

/** Titles of the documents that the office signs and hands out. They tell of evidence and are none. Each is followed by its number. */
export const documentTitles = { certificate: '电子数据存证证书', dossier: '审查说明', notarial: '公证书' } as const;
const titles = Object.values(documentTitles);

/** A PDF that calls itself one of the office's documents. */
export interface OfficeDocument {
  readonly title: (typeof titles)[number];
  /** The evidence number, or the number of a 公证书. */
  readonly number: string;
  /** SHA-256 of the certificate that signed the whole file, lower-case hex; null if no signature over the whole file holds. */
  readonly signedBy: string | null;
}

/**
 * Reads which of the office's documents a PDF says that it is, and who signed it. Its title is part of what is signed. Null for any other
 * file. The caller must check whether the signer is the office.
 */
export async function readOfficeDocument(bytes: Uint8Array): Promise<OfficeDocument | null> {
  if (latin1(bytes, 0, 5) !== '%PDF-') return null;
  const [, title, number] = titlePattern.exec(titleOf(bytes)) ?? [];
  const known = titles.find((name) => name === title);
  if (known === undefined || number === undefined) return null;
  const signature = await verifyPdf(bytes).catch(() => null);
  return { title: known, number, signedBy: signature && fingerprintOf(signature.signerPem) };
}

const titlePattern = new RegExp(`^(${titles.join('|')}) (\\S+)$`);

/** The title of a PDF as we write it: an object of its own, in UTF-16. Empty if there is none. Source: ISO 32000-1, 7.3.4.2, 14.3.3. */
function titleOf(pdf: Uint8Array): string {
  const text = latin1(pdf, 0, pdf.length);
  const [, id] = /\/Title (\d+) 0 R/.exec(text) ?? [];
  const at = text.indexOf(`\n${id} 0 obj\n(\u00fe\u00ff`);
  const [, written] = at === -1 ? [] : (/\(\u00fe\u00ff((?:[^\\()]|\\[\s\S]){0,400})\)/.exec(text.slice(at, at + 500)) ?? []);
  const plain = (written ?? '').replaceAll(/\\([\s\S])/g, (_, letter: string) => escapes[letter] ?? letter);
  return new TextDecoder('utf-16be').decode(Uint8Array.from(plain, (letter) => letter.charCodeAt(0)));
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
