/** How the keeping of evidence stands, as far as the workbench tells of it: the part of custody's health that it reads. */
export interface Health {
  readonly at: Date;
  readonly log: {
    /** Entries that wait for the log. */
    readonly pending: number;
    readonly oldestPendingAt: Date | null;
    readonly checkpoint: { readonly size: number; readonly signedAt: Date } | null;
  };
  readonly timestamps: Witness;
  readonly chain: Witness;
  /** The re-verification of stored files; absent where none runs. */
  readonly sweep?: { readonly objects: number; readonly unchecked: number; readonly damaged: number; readonly missing: number; readonly oldestLookAt: Date | null };
}

/** An outsider that confirms checkpoints. */
export interface Witness {
  /** Checkpoints after the last one that is confirmed. */
  readonly uncovered: number;
  /** When the newest confirmation says it was given; null before the first. */
  readonly lastAt: Date | null;
  /** Of the attempt under way; null while all goes well. */
  readonly error: string | null;
}
