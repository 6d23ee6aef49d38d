import type { Generated, GeneratedAlways } from 'kysely';
import type { AppPlatform, IosReview } from '../../../domain/codes/releases.ts';

/** Versions of the apps, and their packages on the way. */
export interface ReleasesTables {
  app_upload: Nullable<Omit<PackageColumns, 'file_name'>> & {
    id: GeneratedAlways<string>;
    stage: string;
    reference_hash: Buffer;
    account_id: string;
    file_name: string;
    offset_bytes: Generated<string>;
    expires_at: Date;
    used_at: Generated<Date | null>;
  };
  app_upload_piece: { upload_id: string; start_byte: string; size_bytes: string; sha256: string };
  app_version: Nullable<PackageColumns> & {
    id: Generated<string>;
    platform: AppPlatform;
    version: string;
    parts: number[];
    previous: string;
    released_at: Date;
    description: string;
    content: string;
    /** Null for Android. */
    review: IosReview | null;
    operator_id: string;
    operator: string;
    created_at: Generated<Date>;
  };
}

/** An Android package. */
interface PackageColumns {
  sha256: string;
  size_bytes: string;
  file_name: string;
  package_name: string;
  version_name: string;
  version_code: string;
}
type Nullable<Columns> = { [Name in keyof Columns]: Columns[Name] | null };
