import type { batchCalls } from '../../../contract/console/online-evidence.ts';
import type { OnlineKind } from '../../../domain/business/codes/online-evidence.ts';
import { recordDownloads } from '../../custody/evidence/download-history.ts';
import { offerZips } from '../../custody/zip/zip-links.ts';
import { findZippable, findZipped, type ZippedEvidence } from '../../custody/zip/zipped-evidence.ts';
import type { Handlers, SignedInCaller } from '../../platform/http/mount.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { operatorActor, recordTrail } from '../../desk/trail/trail.ts';
import type { Deps } from '../../custody/deps.ts';

export function batchRoutes({ db, store }: Pick<Deps, 'db' | 'store'>): Handlers<typeof batchCalls> {
  return {
    downloadWebBatch: ({ baoquanStr, each }, caller) => offer('web', baoquanStr, each, caller),
    getWebBatch: ({ baoquanStr, each }, caller) => offer('web', baoquanStr, each, caller),
    downloadBatch: ({ baoquanStr, type, each }, caller) => offer(type, baoquanStr, each, caller),
  };

  /**
   * Creates links to zips of the available evidence. They are handed out only after the trail names who got them.
   * @param isEach unavailable numbers are listed in the answer; otherwise the first one refuses the whole call.
   */
  async function offer(
    kind: OnlineKind,
    numbers: readonly string[],
    isEach: boolean,
    { operator, ip, holder }: SignedInCaller,
  ): Promise<{ list: string[]; missing: string[]; refused?: string[] }> {
    const { evidence, refused } = isEach
      ? await findZippable(db, store, operator, kind, numbers)
      : { evidence: await findZipped(db, store, operator, kind, numbers), refused: undefined };
    const there = evidence.filter(({ isThere }) => isThere);
    if (there.length === 0 && refused) return { list: [], missing: evidence.map(({ number }) => number), refused };
    if (there.length === 0) throw refuse('无下载文件');
    const given = there.map(({ number }) => number);
    const missing = evidence.filter(({ isThere }) => !isThere).map(({ number }) => number);
    const actor = operatorActor(operator, ip);
    const parts = splitBySize(there);
    const zips = parts.map((part, at) => ({
      numbers: part.map(({ number }) => number),
      name: parts.length === 1 ? '取证批量下载.zip' : `取证批量下载-${at + 1}.zip`,
    }));
    const list = await db.transaction().execute(async (tx) => {
      await recordDownloads(tx, { type: kind, isBatch: true }, given, actor);
      await recordTrail(tx, actor, { action: '批量下载取证', object: `evidence/${kind}`, after: { numbers: given, missing } });
      return offerZips(tx, kind, zips, holder);
    });
    return { list, missing, ...(refused && { refused }) };
  }
}

/** Splits into zips that every program opens and a browser saves at once. A single evidence is never split. */
function splitBySize(evidence: readonly ZippedEvidence[]): ZippedEvidence[][] {
  const parts: ZippedEvidence[][] = [];
  let room = 0;
  for (const one of evidence) {
    const size = one.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const last = parts.at(-1);
    if (last && size <= room) last.push(one);
    else {
      parts.push([one]);
      room = zipBytes;
    }
    room -= size;
  }
  return parts;
}

/** Below 4 GiB, where a zip needs the zip64 extension. */
const zipBytes = 2 ** 31;
