import { evidencePage, onlinePage, type evidenceCalls } from '../../contract/evidence.ts';
import { evidenceDetailOf, evidenceRowOf } from '../../contract/evidence-wire.ts';
import type { Permission } from '../../domain/access.ts';
import { onlineKind } from '../../domain/codes/online.ts';
import { formatTime } from '../../domain/time.ts';
import { scopeOf, seesThroughApplication } from '../acceptors/scope.ts';
import { anchorOf } from '../custody/append.ts';
import { fileStatusNow } from '../custody/file-status.ts';
import type { Lists } from '../db/list-pools.ts';
import { listPage } from '../db/list.ts';
import type { Handlers } from '../http/mount.ts';
import { refuse, Refusal } from '../http/refusal.ts';
import type { Operator } from '../session/operator.ts';
import { operatorActor, recordTrail } from '../trail/trail.ts';
import { listDownloads, recordDownloads } from '../custody/download-history.ts';
import { evidenceList } from './evidence-list.ts';
import { findEvidence, shownName, type FoundEvidence } from './evidence-store.ts';
import { partOf, type DownloadParts } from './download-part.ts';
import { previewOf } from './preview.ts';

export interface EvidenceParts extends DownloadParts {
  readonly lists: Lists;
}

export function evidenceRoutes(parts: EvidenceParts): Handlers<typeof evidenceCalls> {
  const { db, lists, store, config } = parts;
  return {
    async getSaveDataList({ type, status, keyword, datetime, page, limit }, { operator }) {
      const { rows, total } = await listPage(lists, evidenceList, { facets: { shown_in: type, file_status: status }, keyword, time: datetime, page, limit, by: operator.accountId });
      return { list: rows.map((row) => evidenceRowOf({ ...row, holder: shownName(row.holderName ?? '', row.holderMobile ?? '') })), count: total };
    },

    async saveDataDetail({ baoquan, userId }, { operator, links }) {
      const found = await findEvidence(db, baoquan);
      // The address names both: an evidence under another user's id is as unknown as one that never was (security, 16).
      if (!found || (userId !== undefined && userId !== found.user_id)) throw unknownEvidence();
      await requireSight(found, operator, [evidencePage[found.type]]);
      const fileStatus = await statusOf(found);
      const anchor = await anchorOf(db, found.log_entry, config.timestamps.url !== undefined);
      const preview = await previewOf(found, fileStatus === 'stored', store, links);
      return evidenceDetailOf({ ...detailsOf(found), fileStatus, anchor, hasChain: config.chain !== null, ...preview });
    },

    async baoquanFile({ baoquan, part = 'file' }, { operator, ip, links, holder }) {
      const found = await findEvidence(db, baoquan);
      if (!found) throw unknownEvidence();
      // Node 37 narrows downloads as it narrows the applications that they are of.
      if (scopeOf(operator) !== null) await requireSight(found, operator, pagesOf(found));
      const status = await statusOf(found);
      if (status === 'uploading') throw refuse('证据上传中请稍后下载');
      if (status === 'missing') throw refuse('证据缺失不可下载');
      const { action, sha256, ...download } = await partOf(parts, found, part, { links, holder });
      const actor = operatorActor(operator, ip);
      // Nobody gets the link before it is noted who did.
      await db.transaction().execute(async (tx) => {
        await recordDownloads(tx, { type: 'evidence', isBatch: false }, [found.number], actor);
        await recordTrail(tx, actor, { action, object: `evidence/${found.number}`, after: sha256 === null ? {} : { sha256 } });
      });
      return download;
    },

    async getDownHistory({ type, baoquan_no, is_batch, page, limit }) {
      const { rows, total } = await listDownloads(db, { type, number: baoquan_no, isBatch: is_batch }, page, limit);
      return { list: rows.map(({ id, operator, at, number }) => ({ id, operator, operate_time: formatTime(at), baoquan_no: number })), count: total };
    },
  };

  /**
   * Sees whoever has a page that lists it, or an application that covers it. To whoever sees applications, an evidence of none that he may see is
   * as unknown as one that never was. @throws Refusal
   */
  async function requireSight({ id }: FoundEvidence, operator: Operator, pages: readonly Permission[]): Promise<void> {
    if (pages.some((page) => operator.permissions.has(page)) || (await seesThroughApplication(db, operator, id))) return;
    throw operator.permissions.has('notarization:list') || scopeOf(operator) !== null ? unknownEvidence() : new Refusal('forbidden');
  }

  function statusOf({ file_status: status, sha256 }: FoundEvidence): ReturnType<typeof fileStatusNow> {
    return fileStatusNow(status, sha256 === null ? [] : [sha256], store);
  }
}

function detailsOf(found: FoundEvidence) {
  return {
    number: found.number,
    userId: found.user_id,
    holder: found.holder,
    type: found.type,
    kind: found.kind,
    title: found.title,
    savedAt: found.saved_at,
    address: found.address,
    startAt: found.start_at,
    endAt: found.end_at,
    device: found.device,
    file: { name: found.file_name, sha256: found.sha256 ?? '', sm3: found.sm3 ?? '', sizeBytes: Number(found.size_bytes ?? 0), mediaType: found.media_type ?? '' },
  };
}

/** The lists that an evidence is downloaded from. */
function pagesOf({ type, kind }: FoundEvidence): readonly Permission[] {
  const online = onlineKind.names.find((name) => name === kind);
  return online ? [onlinePage[online]] : [evidencePage[type]];
}

function unknownEvidence(): Refusal {
  return refuse('该存证不存在');
}
