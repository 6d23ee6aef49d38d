import { safeFileName } from '../../../../domain/kit/text/file-name.ts';

/**
 * A Content-Disposition header (RFC 6266): the name in UTF-8 (RFC 8187), and an ASCII fallback for old clients. `name` may be any text.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const safe = safeFileName(name);
  // RFC 6266, appendix D: no percent signs in the fallback, because some browsers decode them.
  const ascii = safe.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
