import { buffer } from 'node:stream/consumers';
import { decodeText } from '../../../domain/kit/text/decode-text.ts';
import type { FileLinks } from '../../platform/storage/signed-links.ts';
import { StorageError, type ObjectStore } from '../../platform/storage/store.ts';
import type { FoundEvidence } from './find-evidence.ts';

/**
 * The content that the certificate shows: a link if a browser can display or play the file, and the text of a web page. Both are empty if
 * the file is not in the store.
 */
export async function previewOf(
  evidence: FoundEvidence,
  isThere: boolean,
  store: ObjectStore,
  links: FileLinks,
): Promise<{ html: string; previewUrl: string }> {
  const { sha256, media_type: mediaType, file_name: name } = evidence;
  if (!isThere || sha256 === null || mediaType === null || !isShown(mediaType)) return { html: '', previewUrl: '' };
  const previewUrl = links.sign({ sha256, name, mediaType, disposition: 'inline' });
  const isPage = mediaType === 'text/html' && Number(evidence.size_bytes) <= pageBytes;
  return { html: isPage ? await pageOf(store, sha256) : '', previewUrl };
}

const pageBytes = 1_048_576;

/** Types that /files/ serves inert: images, audio, video, PDF and texts. */
function isShown(mediaType: string): boolean {
  return /^(?:image|audio|video|text)\//.test(mediaType) || mediaType === 'application/pdf';
}

/** A file that has meanwhile disappeared gives an empty text. */
async function pageOf(store: ObjectStore, sha256: string): Promise<string> {
  try {
    return decodeText(await buffer((await store.open(sha256)).stream), 'page');
  } catch (error) {
    if (error instanceof StorageError) return '';
    throw error;
  }
}
