// Written by `npm run schema` from the migrated database; not by hand.
import type { Generated } from 'kysely';

export interface StoredObjectsTables {
  /**
   * What the sweep knows of every object of the store. A row is made with the row that first names the object, so that "never looked at",
   * "whole", "damaged" and "missing" are told apart, and an object that was never uploaded has no row at all.
   */
  stored_object: {
    sha256: string;
    size_bytes: string;
    state: Generated<ObjectState>;
    added_at: Generated<Date>;
    checked_at: Date | null;
    due_at: Generated<Date>;
    last_error: string | null;
    /** Looks in a row at which this object alone could not be read although the store was well: after some it counts as damaged. */
    unread_looks: Generated<number>;
  };
  /** When the store is gone through next; whichever server comes first takes the turn. */
  unnamed_look: {
    is_only: Generated<boolean>;
    next_at: Generated<Date>;
  };
  /**
   * Stored files that no row names: what calls left that failed between their file and their transaction. One is marked, and removed by a
   * later look when a day is over and nobody has put the same content meanwhile: whoever puts it takes the mark away before the file has
   * its place, or waits until the removal is over.
   */
  unnamed_object: {
    sha256: string;
    marked_at: Generated<Date>;
    removing_at: Date | null;
  };
}

export type ObjectState = 'unchecked' | 'whole' | 'damaged' | 'missing';
