// Written by `npm run schema` from the migrated database; not by hand.
import type { ColumnType, Generated } from 'kysely';
import type { MarkBinding } from '../../../domain/marks/mark.ts';
import type { ClockFacts } from '../../../domain/marks/clocks.ts';
import type { MarkPlace } from '../../../domain/marks/mark-place.ts';

export interface MarksTables {
  /** Not-before marks as they were made, each for one evidence. One that nobody used is forgotten some days after it expired. */
  mark: {
    sha256: string;
    code: string;
    json: Buffer;
    checkpoint_size: string;
    timestamp_size: string | null;
    made_at: Generated<Date>;
    user_id: string | null;
    expires_at: Date | null;
    used_by: string | null;
    used_at: Date | null;
    binding: MarkBinding | null;
    clocks: ColumnType<ClockFacts | null, string | null, string | null>;
    place: ColumnType<MarkPlace | null, string | null, string | null>;
  };
}
