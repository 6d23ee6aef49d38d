// Written by `npm run schema` from the migrated database; not by hand.
import type { Generated, GeneratedAlways } from 'kysely';

export interface ReleasesTables {
  /**
   * Android packages on their way. They come in pieces, and only those that a version names go into the store: until then each lies in a
   * stage of its own.
   */
  app_upload: {
    id: GeneratedAlways<string>;
    reference_hash: Buffer;
    account_id: string;
    sha256: string | null;
    size_bytes: string | null;
    file_name: string;
    package_name: string | null;
    version_name: string | null;
    version_code: string | null;
    expires_at: Date;
    used_at: Date | null;
    stage: string;
    offset_bytes: Generated<string>;
  };
  /** What counts of an upload, in the order of its bytes; the pieces lie in its stage under their hashes. */
  app_upload_piece: {
    upload_id: string;
    start_byte: string;
    size_bytes: string;
    sha256: string;
  };
  app_version: {
    id: Generated<string>;
    platform: 'android' | 'ios';
    version: string;
    parts: number[];
    previous: string;
    released_at: Date;
    description: string;
    content: string;
    review: 'waiting' | 'passed' | null;
    sha256: string | null;
    size_bytes: string | null;
    file_name: string | null;
    package_name: string | null;
    version_name: string | null;
    version_code: string | null;
    operator_id: string;
    operator: string;
    created_at: Generated<Date>;
  };
}
