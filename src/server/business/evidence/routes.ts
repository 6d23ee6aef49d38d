import type { z } from 'zod';
import { type evidenceCalls, type EvidenceDossier, evidencePage } from '../../../contract/console/evidence.ts';
import { listOfKind } from '../../../domain/business/codes/evidence.ts';
import { userType } from '../../../domain/business/codes/users.ts';
import { capturedAddress } from '../../../domain/business/rules/capture.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { type Dossier, dossierSections } from '../../../domain/proof/dossier/lines/document.ts';
import { type AskedDownloads, listDownloads, recordDownloads } from '../../custody/evidence/download-history.ts';
import { fileStatusNow } from '../../custody/evidence/file-status.ts';
import { anchorOf } from '../../custody/log/append.ts';
import { witnessedText } from '../../custody/log/cosigned.ts';
import { readBracket } from '../../custody/marks/mark-facts.ts';
import { noDossierTexts, prepareDossier, readDossier } from '../../custody/package/read-dossier.ts';
import { scopeOf } from '../../desk/acceptors/scope.ts';
import { maySeeApplication, mayView } from '../../desk/acceptors/visibility.ts';
import { listPage } from '../../desk/lists/list-page.ts';
import type { Lists } from '../../desk/lists/pools.ts';
import { recordDetail } from '../../desk/trail/record-detail.ts';
import { recordOpening } from '../../desk/trail/opening.ts';
import { operatorActor, recordTrail } from '../../desk/trail/trail.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import type { Operator } from '../../platform/http/operator.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import { urlOf } from '../../publishing/sharing/share-address.ts';
import { type DownloadDeps, partOf } from './download-part.ts';
import { evidenceList } from './evidence-list.ts';
import { findEvidence, type FoundEvidence, shownName } from './find-evidence.ts';
import { previewOf } from './preview.ts';
import { evidenceDetailOf, evidenceRowOf } from './wire-rows.ts';

export interface EvidenceDeps extends DownloadDeps {
  readonly lists: Lists;
}

export function evidenceRoutes(parts: EvidenceDeps): Handlers<typeof evidenceCalls> {
  const { db, lists, store, config } = parts;
  return {
    async getSaveDataList({ type, status, keyword, datetime, page, limit }, { operator }) {
      const { rows, total } = await listPage(lists, evidenceList, {
        facets: { shown_in: type, file_status: status },
        keyword,
        time: datetime,
        page,
        limit,
        by: operator.accountId,
      });
      return {
        list: rows.map((row) => evidenceRowOf({ ...row, holder: shownName(row.holderName ?? '', row.holderMobile ?? '') })),
        count: total,
      };
    },

    async saveDataDetail({ baoquan, userId }, caller) {
      const found = await findEvidence(db, baoquan);
      // The address names both, so evidence under another user's id is answered as unknown (spec/security, 16).
      if (!found || (userId !== undefined && userId !== found.user_id)) throw unknownEvidence();
      await requireSight(baoquan, caller.operator);
      const fileStatus = await statusOf(found);
      const anchor = await anchorOf(db, found.log_entry, config.timestamps.url !== undefined);
      const bracket = await readBracket(db, found.number, anchor);
      const preview = await previewOf(found, fileStatus === 'stored', store, caller.linksTo({ evidence: [baoquan] }));
      await recordDetail(db, { action: '查看存证', number: baoquan, sha256: found.sha256 ?? '' }, caller);
      const witnessed = await witnessedText(db, anchor?.leafIndex);
      return evidenceDetailOf({ ...detailsOf(found), fileStatus, anchor, bracket, witnessed, hasChain: config.chain !== null, ...preview });
    },

    async getDossier({ baoquan }, caller) {
      const found = await findEvidence(db, baoquan);
      if (!found) throw unknownEvidence();
      await requireSight(baoquan, caller.operator);
      const read = await readDossier(parts, baoquan);
      if (typeof read === 'string') throw refuse(noDossierTexts[read]);
      await recordOpening(db, { action: '查看存证', object: `evidence/${baoquan}`, after: { sha256: found.sha256 ?? '' } }, caller);
      return dossierWire(read, (await urlOf(db, baoquan, caller.origin)) ?? '');
    },

    async baoquanFile({ baoquan, type, part = 'file' }, { operator, ip, linksTo, holder }) {
      const found = await findEvidence(db, baoquan);
      if (!found) throw unknownEvidence();
      await requireSight(baoquan, operator);
      const list = listOfKind(found.kind);
      if (type !== undefined && type !== list) throw refuse('下载类型与证据不符');
      const status = await statusOf(found);
      if (status === 'uploading') throw refuse('证据上传中请稍后下载');
      if (status === 'missing') throw refuse('证据缺失不可下载');
      const { action, sha256, ...download } = await partOf(parts, found, part, { links: linksTo({ evidence: [baoquan] }), holder });
      const actor = operatorActor(operator, ip);
      // The link is handed out only after the trail row names who got it.
      await db.transaction().execute(async (tx) => {
        await recordDownloads(tx, { type: list, isBatch: false, part }, [found.number], actor);
        await recordTrail(tx, actor, { action, object: `evidence/${found.number}`, after: sha256 === null ? {} : { sha256 } });
      });
      if (part === 'package') prepareDossier(parts, found.number);
      return download;
    },

    async getDownHistory({ page, limit, ...filters }, { operator }) {
      const asked = await askedOf(db, filters, operator);
      if (!asked) return { list: [], count: 0 };
      const { rows, total } = await listDownloads(db, asked, page, limit);
      return {
        list: rows.map(({ id, operator, at, number }) => ({ id, operator, operate_time: formatTime(at), baoquan_no: number })),
        count: total,
      };
    },
  };

  /** @throws Refusal if the operator may not view the evidence: unknown to those who see applications or have node 37, else forbidden. */
  async function requireSight(number: string, operator: Operator): Promise<void> {
    if (await mayView(db, operator, number)) return;
    throw isUnknownTo(operator) ? unknownEvidence() : new Refusal('forbidden');
  }

  function statusOf({ file_status: status, sha256 }: FoundEvidence): ReturnType<typeof fileStatusNow> {
    return fileStatusNow(status, sha256 === null ? [] : [sha256], store);
  }
}

/** Null if the operator may not learn whether the number exists, or if it does not exist. @throws Refusal */
async function askedOf(
  db: Database,
  { type, baoquan_no: number, is_batch, is_all, orderId }: HistoryFilters,
  operator: Operator,
): Promise<AskedDownloads | null> {
  const isBatch = is_batch && !is_all;
  if (orderId !== undefined) {
    if (!(await maySeeApplication(db, operator, orderId))) throw refuse('该申请不存在');
    return { of: 'documents', orderId };
  }
  if (number !== undefined) {
    if (await mayView(db, operator, number)) return { of: 'number', number, isBatch };
    if (isUnknownTo(operator) || !(await findEvidence(db, number))) return null;
    throw new Refusal('forbidden');
  }
  if (type === 'document') throw refuse('下载类型无效');
  if (type !== 'evidence') return { of: 'list', type, isBatch };
  return { of: 'evidence', owners: userType.names.filter((owner) => operator.permissions.has(evidencePage[owner])), isBatch };
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
    target: capturedAddress(found.url ?? '', found.opened_url),
    notes: found.notes ?? [],
    startAt: found.start_at,
    endAt: found.end_at,
    device: found.device,
    file: {
      name: found.file_name,
      sha256: found.sha256 ?? '',
      sm3: found.sm3 ?? '',
      sizeBytes: Number(found.size_bytes ?? 0),
      mediaType: found.media_type ?? '',
    },
  };
}

type HistoryFilters = Omit<z.output<typeof evidenceCalls.getDownHistory.input>, 'page' | 'limit'>;

/** Whether evidence that the operator may not view is to be answered as if it did not exist. */
function isUnknownTo(operator: Operator): boolean {
  return operator.permissions.has('notarization:list') || scopeOf(operator) !== null;
}

function unknownEvidence(): Refusal {
  return refuse('该存证不存在');
}

/** Converts a 审查说明 for the console. @param shareUrl the evidence's share address; empty if it was revoked. */
function dossierWire(dossier: Dossier, shareUrl: string): EvidenceDossier {
  const { number, as_of } = dossier;
  const { moment, checkpoint } = as_of;
  return {
    baoquan: number,
    as_of: formatTime(new Date(moment)),
    checkpoint: checkpoint && { origin: checkpoint.origin, size: checkpoint.size },
    sections: dossierSections(dossier).map(({ title, lines }) => ({
      title,
      lines: lines.map((line) => ({ ...line, 材料: [...line.材料] })),
    })),
    share_url: shareUrl === '' ? '' : `${shareUrl}/dossier`,
  };
}
