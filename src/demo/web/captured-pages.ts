import { inflateRawSync } from 'node:zlib';
import type { StoredEvidenceFile } from '../../server/custody/evidence/evidence-files.ts';

/** What the capture program made of one demo page, on the day when it did. */
export interface CapturedPageFixture {
  readonly url: string;
  /** When it really ran; the files inside say the same. */
  readonly begunAt: string;
  readonly endedAt: string;
  readonly files: readonly (Pick<StoredEvidenceFile, 'name' | 'role' | 'mediaType'> & {
    /** Base64 of raw deflate. */ readonly deflated: string;
  })[];
}
export interface CapturedDemo {
  readonly begunAt: Date;
  readonly files: readonly (Pick<StoredEvidenceFile, 'name' | 'role' | 'mediaType'> & { readonly bytes: Buffer })[];
}

/**
 * The files of a demo capture: a real one, made by `npm run demo:captures` (decision 0020) and read when a new database is filled, never
 * before.
 * @throws Error when there is none of this number and address: then they must be made anew.
 */
export async function capturedPage({ number, url }: { readonly number: string; readonly url: string }): Promise<CapturedDemo> {
  const page = await fixtures[`./captured/${number[0]}/${number}.json`]?.();
  if (page?.url !== url) throw new Error(`The demo has no captured page ${url}: npm run demo:captures`);
  return {
    begunAt: new Date(page.begunAt),
    files: page.files.map(({ name, role, mediaType, deflated }) => ({
      name,
      role,
      mediaType,
      bytes: inflateRawSync(Buffer.from(deflated, 'base64')),
    })),
  };
}

const fixtures = import.meta.glob<CapturedPageFixture>('./captured/*/*.json', { import: 'default' });
