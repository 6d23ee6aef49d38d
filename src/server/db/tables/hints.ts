// Written by `npm run schema` from the migrated database; not by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { PictureField, PictureFindings } from '../json.ts';

export interface HintsTables {
  /** What a reviewer was shown of a submission that waits; the decision takes it into the trail. */
  hint_shown: {
    submission_id: string;
    account_id: string;
    hints: string[];
  };
  /** Nearly the same picture under two users. */
  picture_match: {
    print_id: string;
    other_id: string;
    likeness: number;
  };
  /**
   * Fingerprints of submitted pictures, in which their strokes can be made out: as personal as the pictures, and gone with their
   * submission.
   */
  picture_print: {
    id: GeneratedAlways<string>;
    submission_id: string;
    user_id: string;
    field: PictureField;
    sha256: string;
    print: Buffer;
  };
  /** Under which words a fingerprint is found. */
  picture_word: {
    word: number;
    print_id: string;
  };
  /** Submissions whose pictures are to be read, and what was found. It goes with its submission. */
  submission_reading: {
    submission_id: string;
    attempts: Generated<number>;
    due_at: Generated<Date>;
    read_at: Date | null;
    pictures: ColumnType<PictureFindings | null, string | null, string | null>;
    app_id: Generated<string>;
  };
}
