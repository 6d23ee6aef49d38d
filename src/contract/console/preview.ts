import type { PreviewPlaces } from '../../domain/text/preview-link.ts';

/**
 * An open call outside the envelope, like the intake's: where the mobile pages may take files from. The console adds the origin that it was
 * loaded from.
 */
export const previewPlacesPath = '/open/v1/preview-hosts';
export type PreviewPlacesReply = PreviewPlaces;
