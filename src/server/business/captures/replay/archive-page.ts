import { join } from 'node:path';
import type { ArchiveKey } from '../../../../domain/proof/web-archive/archive-digest.ts';
import { archiveName } from '../../../../domain/proof/web-archive/archive-names.ts';
import { replayEvent, type ReplayFacts, replayFloor, type ReplayReason } from '../../../../domain/proof/web-archive/replay-facts.ts';
import { endingAfter } from '../../../platform/runtime/time-limit.ts';
import type { ArchivablePage, Archiving, ArchivingPlace, BeginArchiving, MadeArchive } from '../archive/archiving.ts';
import { writeArchive } from '../archive/write-archive.ts';
import { openReplayContext, type ReplayContext } from './replay-context.ts';
import { aborted, type Replayed } from './replay-page.ts';

export interface ArchiverDeps {
  /** @throws if the key cannot be opened; the capture then has no archive. */
  readonly openKey: () => Promise<ArchiveKey & { readonly sha256: string }>;
  /** Reports a line to the administrator. */
  readonly alarm: (line: string) => void;
  /** Time limit of a replay, which then ends with the result so far. */
  readonly replayMs?: number;
}

/** Signs the archive of each captured page with the office's key and replays it in a separate context. */
export function pageArchiver({ openKey, alarm, replayMs = 60_000 }: ArchiverDeps): BeginArchiving {
  return (place) => beginArchiving(place, { openKey, alarm, replayMs });
}

function beginArchiving(place: ArchivingPlace, { openKey, alarm, replayMs }: Required<ArchiverDeps>): Archiving {
  const { folder, begunAt, device, limits, note, signal, isTooLarge } = place;
  let opening: Promise<ReplayContext | null> = Promise.resolve(null);
  let isOver = false;

  return {
    prepare(capturing) {
      opening = openReplayContext(capturing, { begunAt, device }).catch((error: unknown) => {
        // If the capture failed meanwhile, its browser is closed and this error is expected.
        if (!isOver && !signal.aborted && !isTooLarge()) alarm(`No place for a replay: ${textOf(error)}`);
        return null;
      });
    },
    async finish(page) {
      const key = await openKey().catch((error: unknown) => {
        alarm(`A capture has no web archive: ${textOf(error)}`);
        return null;
      });
      signal.throwIfAborted();
      if (!key) return null;
      const path = join(folder, archiveName);
      const at = page.warc.index.findLast(({ url }) => url === page.url.split('#', 1)[0])?.at ?? begunAt;
      // Both run in parallel: the page is replayed from the WARC itself.
      const [digest, replay] = await Promise.all([
        writeArchive(path, page.warc, { url: page.url, at, title: page.title }, key),
        replayed(page),
      ]);
      signal.throwIfAborted();
      note('archive', { name: archiveName, warc: page.warc.sha256, publicKeySha256: key.sha256 });
      return { path, digest, keySha256: key.sha256, replay } satisfies MadeArchive;
    },
    async stop() {
      isOver = true;
      await (await opening)?.close();
    },
  };

  async function replayed({ picture, ...page }: ArchivablePage): Promise<ReplayFacts> {
    if (picture === null) return { consistency: null, reasons: [] };
    const ending = endingAfter(replayMs, signal);
    const opened = await Promise.race([opening, aborted(ending)]);
    const seen = opened
      ? await opened.stage.replay({ ...page, picture }, limits, ending).catch((error: unknown) => {
          if (!signal.aborted && !isTooLarge()) alarm(`A replay failed: ${textOf(error)}`);
          return null;
        })
      : null;
    const facts = replayFactsOf(seen, page);
    note(replayEvent, {
      ...facts,
      requests: seen?.requests ?? 0,
      refused: seen?.refused.slice(0, maxNames).map(shortened) ?? [],
      refusedConnections: opened?.attempts() ?? 0,
    });
    return facts;
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Explains why the replay looks different. Addresses that gave the original no response are not a reason. */
export function replayFactsOf(
  seen: Pick<Replayed, 'consistency' | 'refused'> | null,
  { unanswered, unarchived }: Pick<ArchivablePage, 'unanswered' | 'unarchived'>,
): ReplayFacts {
  const consistency = seen?.consistency ?? null;
  if (consistency !== null && consistency >= replayFloor) return { consistency, reasons: [] };
  const refused = seen?.refused.filter((url) => !unanswered.has(url)) ?? [];
  const missing = refused.filter((url) => unarchived.has(url));
  const blocked = refused.filter((url) => !unarchived.has(url));
  const named = [reasonOf('missing', missing), reasonOf('blocked', blocked)].filter(({ count }) => count > 0);
  const other: ReplayReason = { kind: consistency === null ? 'failed' : 'dynamic', names: [], count: 0 };
  return { consistency, reasons: named.length > 0 ? named : [other] };
}

function reasonOf(kind: 'missing' | 'blocked', urls: readonly string[]): ReplayReason {
  return { kind, names: urls.slice(0, maxNames).map(shortened), count: urls.length };
}

/** How many addresses are named. */
const maxNames = 10;

function shortened(url: string): string {
  return url.length > 200 ? `${url.slice(0, 200)}…` : url;
}
