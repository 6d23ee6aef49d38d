/** Picture field -> the stored object. */
export type Pictures = Partial<Record<PictureField, StoredPicture>>;
export interface StoredPicture {
  sha256: string;
  mediaType: string;
  sizeBytes: number;
}
export type PictureField = 'author_front' | 'author_back' | 'author_hand' | 'license' | 'file';
