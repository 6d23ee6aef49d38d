import type { PreviewPlaces } from '../../domain/kit/text/preview-link.ts';

/** Path of an open call outside the envelope: from where the mobile pages may load files. The console adds its own origin. */
export const previewPlacesPath = '/open/v1/preview-hosts';
export type PreviewPlacesReply = PreviewPlaces;

/** What a share address shows, for the page around its picture or recording. Like that, it is open to anybody who has the address. */
export interface SharedFacts {
  readonly number: string;
  readonly name: string;
  readonly kind_name: string;
  readonly office: string;
  /** When the evidence was stored, `yyyy-MM-dd HH:mm:ss`. */
  readonly time: string;
}

/** The call for the facts of a share address (`/s/<token>`), beside it. */
export const sharedFactsOf = (path: string): string => `${path}/facts`;
