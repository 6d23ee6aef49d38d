// What columns of JSON hold.

/** Picture field -> the stored object. */
export type Pictures = Partial<Record<PictureField, StoredPicture>>;
export interface StoredPicture {
  sha256: string;
  mediaType: string;
  sizeBytes: number;
}
export type PictureField = 'author_front' | 'author_back' | 'author_hand' | 'license' | 'file';

/** Picture field -> what a reviewer may look at twice in it. */
export type PictureFindings = Partial<Record<PictureField, PictureFinding>>;
export interface PictureFinding {
  /** Words of `PictureFault`; 'unreadable' alone where it could not be decoded. */
  readonly faults: readonly string[];
  /** The editor that wrote it; empty where it names none. */
  readonly editor: string;
  /** `yyyy-MM-dd`, as its EXIF says; empty where that says nothing. */
  readonly takenOn: string;
}

/** What an act of the trail found or left. */
export type TrailState = Record<string, unknown>;

/** The device that captured an evidence, in its own words (configInfo). */
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

export interface Recipient {
  readonly name: string;
  readonly mobile: string;
  readonly address: string;
  readonly postcode: string;
}

/** Columns of a list's view, in their order. */
export type ViewColumns = readonly { readonly title: string; readonly width: number; readonly hidden: 0 | 1 }[];
