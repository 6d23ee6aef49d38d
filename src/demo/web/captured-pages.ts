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
 * before. Its report and its log are moved in time, so that they tell of the capture that the demo invents. @param at when that began.
 * @throws Error when there is none of this number and address: then they must be made anew.
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

/** Every instant of a text, in the spellings of ISO 8601 and of HTTP. */
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
