import { recordingPage, type recordingCalls } from '../../../contract/console/recordings.ts';
import { recordingRowOf, recordingViewOf } from './wire-rows.ts';
import { safeFileName } from '../../../domain/kit/text/file-name.ts';
import { mayView } from '../../desk/acceptors/visibility.ts';
import { recordDownloads } from '../../custody/evidence/download-history.ts';
import { fileStatusNow, withFileStatus } from '../../custody/evidence/file-status.ts';
import { labelKey } from '../evidence/labels.ts';
import { listPage } from '../../desk/lists/list-page.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import { urlOf } from '../../publishing/sharing/share-address.ts';
import type { FileLinks } from '../../platform/storage/signed-links.ts';
import { recordDetail } from '../../desk/trail/record-detail.ts';
import { operatorActor, recordTrail } from '../../desk/trail/trail.ts';
import { recordingList } from './recording-list.ts';
import { findRecording } from './store.ts';
import { findRecorded, viewOf, type Recorded } from './view.ts';
import type { Deps } from '../../custody/deps.ts';

export function recordingRoutes({
  db,
  lists,
  store,
  config,
}: Pick<Deps, 'db' | 'lists' | 'store' | 'config'>): Handlers<typeof recordingCalls> {
  const hasChain = config.chain !== null;
  const needsTimestamp = config.timestamps.url !== undefined;
  return {
    async getProList({ type, status, label, keyword, registtime, page, limit }, { operator }) {
      const { rows, total } = await listPage(lists, recordingList, {
        facets: { type, status, label_key: labelKey(label) },
        keyword,
        time: registtime,
        page,
        limit,
        by: operator.accountId,
      });
      return { list: (await withFileStatus(db, rows)).map(recordingRowOf), count: total };
    },

    async getProView({ baoquan }, caller) {
      const recording = await findRecording(db, baoquan);
      if (!recording) throw refuse('该证据不存在');
      if (!caller.operator.permissions.has(recordingPage[recording.type])) throw new Refusal('forbidden');
      const found = await recorded(baoquan);
      const [fileStatus, shareUrl] = await Promise.all([
        fileStatusNow(found.file_status, [found.file_sha256], store),
        urlOf(db, baoquan, caller.origin).then((url) => url ?? ''),
      ]);
      const playUrl = fileStatus === 'stored' ? shareUrl || playLink(found, caller.linksTo({ evidence: [baoquan] })) : '';
      await recordDetail(db, { action: '查看取证', number: baoquan, sha256: found.file_sha256 }, caller);
      return recordingViewOf(await viewOf(db, found, { fileStatus, shareUrl, playUrl, hasChain, needsTimestamp }));
    },

    async downLoadRecording({ baoquan, type }, { operator, ip, linksTo }) {
      const recording = await findRecording(db, baoquan);
      const isSeen = recording?.type === type && (operator.permissions.has(recordingPage[type]) || (await mayView(db, operator, baoquan)));
      if (!isSeen) throw refuse('该证据不存在');
      const found = await recorded(baoquan);
      if ((await fileStatusNow(found.file_status, [found.file_sha256], store)) !== 'stored') throw refuse('证据缺失不可下载');
      const { file_sha256: sha256, media_type: mediaType } = found;
      const name = safeFileName(found.file_name);
      const actor = operatorActor(operator, ip);
      // The link is handed out only after the trail row names who got it.
      await db.transaction().execute(async (tx) => {
        await recordDownloads(tx, { type, isBatch: false }, [baoquan], actor);
        await recordTrail(tx, actor, { action: '下载取证', object: `evidence/${baoquan}`, after: { sha256 } });
      });
      return { url: linksTo({ evidence: [baoquan] }).sign({ sha256, name, mediaType, disposition: 'attachment' }), name };
    },
  };

  /** spec/console, 4.9: only a succeeded recording has a certificate and a file. */
  async function recorded(number: string): Promise<Recorded> {
    const found = await findRecorded(db, number);
    if (!found) throw refuse('取证未成功，没有证书和文件');
    return found;
  }
}

/** Plays the file even if its share address was revoked, which ends outside access only. */
function playLink({ file_sha256: sha256, file_name: name, media_type: mediaType }: Recorded, links: FileLinks): string {
  return links.sign({ sha256, name, mediaType, disposition: 'inline' });
}
