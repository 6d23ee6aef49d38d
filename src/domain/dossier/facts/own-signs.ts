/** What a file says of itself, read from its bytes alone. */
export interface OwnSigns {
  /** By its first bytes; null for a format that is not read. */
  readonly mediaType: string | null;
  readonly sizeBytes: number;
  /** Whole seconds; null for pictures, and where the file does not say it. */
  readonly seconds: number | null;
  /** When its container says that it was made (ISO base media `mvhd`), RFC 3339; null where it does not say. */
  readonly containerAt: string | null;
  /** `yyyy-MM-dd`, from EXIF; null where it says nothing. */
  readonly takenOn: string | null;
  /** The program that its EXIF names; empty where it names none. */
  readonly software: string;
}
