import { inflateRawSync } from 'node:zlib';
import type { StoredEvidenceFile } from '../../server/custody/evidence/evidence-files.ts';

/** What the capture program made of a demo page, with the time when it ran. */
export interface CapturedPageFixture {
  readonly url: string;
  /** When the capture really ran; the files inside state the same time. */
  readonly begunAt: string;
  readonly endedAt: string;
  readonly files: readonly (Pick<StoredEvidenceFile, 'name' | 'role' | 'mediaType'> & {
    /** Raw deflate in base64. */ readonly deflated: string;
  })[];
}
export interface CapturedDemo {
  readonly begunAt: Date;
  readonly files: readonly (Pick<StoredEvidenceFile, 'name' | 'role' | 'mediaType'> & { readonly bytes: Buffer })[];
}

/**
 * The files of a demo capture: real ones, made by `npm run demo:captures` (decision 0020) and read only when a new database is filled.
 * Their report and log are moved in time to match the capture that the demo invents. @param at when that capture began. @throws Error if
 * the number and address have no files; they must be made again then.
 */
export async function capturedPage({ number, url }: { readonly number: string; readonly url: string }, at: Date): Promise<CapturedDemo> {
  const page = await fixtures[`./captured/${number[0]}/${number}.json`]?.();
  if (page?.url !== url) throw new Error(`The demo has no captured page ${url}: npm run demo:captures`);
  return {
    begunAt: new Date(page.begunAt),
    files: page.files.map(({ name, role, mediaType, deflated }) => {
      const bytes = inflateRawSync(Buffer.from(deflated, 'base64'));
      return { name, role, mediaType, bytes: isDated(name) ? moveTimes(bytes, at.getTime() - Date.parse(page.begunAt)) : bytes };
    }),
  };
}

function isDated(name: string): boolean {
  return name === 'environment-check.json' || name === 'capture-log.jsonl';
}

/** Moves every instant in a text, in the formats of ISO 8601 and of HTTP. */
function moveTimes(text: Buffer, byMs: number): Buffer {
  const moved = (instant: string) => new Date(Date.parse(instant) + byMs);
  return Buffer.from(
    text
      .toString()
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (instant) => moved(instant).toISOString())
      .replaceAll(/(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, (instant) => moved(instant).toUTCString()),
  );
}

const fixtures = import.meta.glob<CapturedPageFixture>('./captured/*/*.json', { import: 'default' });
