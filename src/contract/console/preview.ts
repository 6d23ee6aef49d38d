import type { PreviewPlaces } from '../../domain/kit/text/preview-link.ts';

/** Path of an open call outside the envelope: from where the mobile pages may load files. The console adds its own origin. */
export const previewPlacesPath = '/open/v1/preview-hosts';
export type PreviewPlacesReply = PreviewPlaces;
