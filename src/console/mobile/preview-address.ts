import { previewPlacesPath, type PreviewPlacesReply } from '../../contract/console/preview.ts';
import { decodePreviewLink } from '../../domain/text/preview-link.ts';

/** The part of this page's path after `/mobile/preview…/`; empty if its escapes are malformed. */
export function linkOf(path: string): string {
  const link = path.split('/')[3] ?? '';
  try {
    return decodeURIComponent(link);
  } catch {
    return '';
  }
}

/** The file that a link leads to, or null if it leads to an unknown place. @throws if the server cannot be reached. */
export async function previewAddress(link: string): Promise<string | null> {
  const reply = await fetch(previewPlacesPath, { credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!reply.ok) throw new Error(`the preview hosts answered ${reply.status}`);
  const places = (await reply.json()) as PreviewPlacesReply; // the wire is parsed here
  return decodePreviewLink(link, { ...places, own: [...places.own, location.origin] });
}
