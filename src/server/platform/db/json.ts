// Types of JSON columns.

/** Picture field → stored object. */
export type Pictures = Partial<Record<PictureField, StoredPicture>>;
export interface StoredPicture {
  sha256: string;
  mediaType: string;
  sizeBytes: number;
}
export type PictureField = 'author_front' | 'author_back' | 'author_hand' | 'license' | 'file';

/** Picture field → what a reviewer should look at closely. */
export type PictureFindings = Partial<Record<PictureField, PictureFinding>>;
export interface PictureFinding {
  /** Values of `PictureFault`; only 'unreadable' if the picture could not be decoded. */
  readonly faults: readonly string[];
  /** The editing program that wrote the file; empty if the file names none. */
  readonly editor: string;
  /** `yyyy-MM-dd` from the EXIF data; empty if it has no date. */
  readonly takenOn: string;
}

/** State before or after an action of the trail. */
export type TrailState = Record<string, unknown>;

/** The device that captured an evidence, as the device describes itself (configInfo). */
export interface Device {
  readonly name: string;
  readonly model_name: string;
  readonly version: string;
  readonly version_sys: string;
  readonly processor: string;
  readonly core: string;
  /** 1 Android, 2 iOS, 0 unknown. */
  readonly type: number;
}

export interface Applicant {
  readonly name: string;
  readonly mobile: string;
  readonly idcard: string;
  readonly address: string;
  readonly email: string;
}

/** Who acts for an applicant. */
export type Agent = Pick<Applicant, 'name' | 'mobile' | 'idcard'>;

export interface Recipient {
  readonly name: string;
  readonly mobile: string;
  readonly address: string;
  readonly postcode: string;
}

/** Columns of a list view, in display order. */
export type ViewColumns = readonly { readonly title: string; readonly width: number; readonly hidden: 0 | 1 }[];
