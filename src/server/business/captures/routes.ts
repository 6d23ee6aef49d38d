import { text } from 'node:stream/consumers';
import type { captureCalls } from '../../../contract/console/captures.ts';
import type { FileStatus } from '../../../domain/business/codes/evidence.ts';
import { safeFileName } from '../../../domain/kit/text/file-name.ts';
import { typedPhone } from '../../../domain/kit/text/typed.ts';
import { mainFile } from '../../../domain/proof/dossier/facts/main-file.ts';
import { filePictureName, pictureName, sourceName } from '../../../domain/proof/web-archive/capture-files.ts';
import { isFileResult } from '../../../domain/proof/web-archive/capture-notes.ts';
import type { Deps } from '../../custody/deps.ts';
import { recordDownloads } from '../../custody/evidence/download-history.ts';
import { fileStatusNow, withFileStatus } from '../../custody/evidence/file-status.ts';
import { anchorsOf } from '../../custody/log/append.ts';
import { witnessedText } from '../../custody/log/cosigned.ts';
import { readBracket } from '../../custody/marks/mark-facts.ts';
import { offerZips } from '../../custody/zip/zip-links.ts';
import { findZipped } from '../../custody/zip/zipped-evidence.ts';
import { mayView } from '../../desk/acceptors/visibility.ts';
import { listPage } from '../../desk/lists/list-page.ts';
import { recordDetail } from '../../desk/trail/record-detail.ts';
import { recordOpening } from '../../desk/trail/opening.ts';
import { type Act, operatorActor, recordTrail } from '../../desk/trail/trail.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { type Refusal, refuse } from '../../platform/http/refusal.ts';
import type { FileLinks } from '../../platform/storage/signed-links.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';
import { urlOf } from '../../publishing/sharing/share-address.ts';
import { labelKey, listLabels } from '../evidence/labels.ts';
import { captureList } from './capture-list.ts';
import { captureDetailOf, captureRowOf } from './wire-rows.ts';

export function captureRoutes({
  db,
  lists,
  store,
  config,
}: Pick<Deps, 'db' | 'lists' | 'store' | 'config'>): Handlers<typeof captureCalls> {
  const hasChain = config.chain !== null;
  const needsTimestamp = config.timestamps.url !== undefined;
  return {
    async getWebList({ status, label, keyword, registtime, page, limit }, { operator }) {
      const facets = { kind: 'web' as const, shown_status: status, label_key: labelKey(label) };
      const { rows, total } = await listPage(lists, captureList, {
        facets,
        keyword,
        time: registtime,
        page,
        limit,
        by: operator.accountId,
      });
      return { list: (await withFileStatus(db, rows)).map(captureRowOf), count: total };
    },

    async webForList() {
      return { list: (await listLabels(db, { table: 'capture', column: 'kind' }, 'web')).map((label) => ({ label })) };
    },

    async getWebView({ baoquan }, caller) {
      const found = await existing(baoquan);
      const hasSucceeded = found.status === 'succeeded';
      const logEntry = found.files[0]?.log_entry;
      const fileStatus = await statusOf(store, found);
      const isThere = fileStatus === 'stored';
      const [html, shareUrl, proven] = await Promise.all([
        isThere ? sourceOf(store, found) : '',
        hasSucceeded ? urlOf(db, found.number, caller.origin) : null,
        readProven(db, found.number, { logEntry: logEntry ?? null, needsTimestamp }),
      ]);
      const links = caller.linksTo({ evidence: [found.number] });
      const address = isThere ? mainLink(found, links) : '';
      const source = { url: isThere ? sourceLink(found, links) : '', sizeBytes: Number(found.source?.size_bytes ?? 0) };
      // A capture that has not succeeded shows no evidence, so nothing is recorded.
      if (hasSucceeded) await recordDetail(db, { action: '查看取证', number: found.number, sha256: found.main?.sha256 ?? '' }, caller);
      return captureDetailOf({
        ...detailsOf(found),
        fileStatus,
        address,
        html,
        source,
        shareUrl: shareUrl ?? '',
        hasChain,
        ...proven,
      });
    },

    async previewWeb({ baoquan }, caller) {
      const found = succeeded(await existing(baoquan));
      if ((await statusOf(store, found)) !== 'stored') throw refuse('证据缺失不可下载');
      await recordOpening(db, previewOf(found), caller);
      return { url: pictureLink(found, caller.linksTo({ evidence: [found.number] })) };
    },

    async downloadWeb({ baoquan }, { operator, ip, holder }) {
      if (!operator.permissions.has('online:web') && !(await mayView(db, operator, baoquan))) throw unknownCapture();
      const { number, name: title, main } = succeeded(await existing(baoquan));
      const [evidence] = await findZipped(db, store, operator, 'web', [number]);
      if (!evidence?.isThere) throw refuse('证据缺失不可下载');
      const name = safeFileName(`${title}.zip`);
      const actor = operatorActor(operator, ip);
      // The link is handed out only after the trail row names who got it.
      const [downUrl = ''] = await db.transaction().execute(async (tx) => {
        await recordDownloads(tx, { type: 'web', isBatch: false }, [number], actor);
        await recordTrail(tx, actor, { action: '下载网页取证', object: `capture/${number}`, after: { sha256: main?.sha256 ?? '' } });
        return offerZips(tx, 'web', [{ numbers: [number], name }], holder);
      });
      return { downUrl, name };
    },
  };

  async function existing(number: string): Promise<FoundCapture> {
    const found = await findCapture(db, number);
    if (!found) throw unknownCapture();
    return found;
  }
}

/**
 * Status of all its files, because the download holds them all: a whole picture proves nothing without the source. Files exist only once
 * the capture succeeded.
 */
async function statusOf(store: ObjectStore, { files }: FoundCapture): Promise<FileStatus> {
  const kept = files.filter(({ role }) => role !== 'details');
  return fileStatusNow(
    kept[0]?.file_status ?? 'missing',
    kept.map(({ sha256 }) => sha256),
    store,
  );
}

/** The HTML source of a page; empty for one above `sourceBytes`, which the console fetches by its link. */
async function sourceOf(store: ObjectStore, { source }: FoundCapture): Promise<string> {
  if (!source || Number(source.size_bytes) > sourceBytes) return '';
  return text((await store.open(source.sha256)).stream);
}

const sourceBytes = 1_048_576;

/** Anchor, bracket and cosignatures of its evidence. */
async function readProven(
  db: Deps['db'],
  number: string,
  { logEntry, needsTimestamp }: { readonly logEntry: string | null; readonly needsTimestamp: boolean },
) {
  const anchors = await anchorsOf(db, logEntry === null ? [] : [logEntry], needsTimestamp);
  const anchor = [...anchors.values()][0] ?? null;
  return {
    anchor,
    bracket: await readBracket(db, number, anchor),
    witnessed: await witnessedText(db, anchor?.leafIndex),
  };
}

function unknownCapture(): Refusal {
  return refuse('该证据不存在');
}

function succeeded(found: FoundCapture): FoundCapture {
  if (found.status !== 'succeeded') throw refuse('该证据尚未取证成功');
  return found;
}

/** The trail entry for previewing an evidence, with its hash. */
function previewOf({ number, main }: FoundCapture): Act {
  return { action: '预览取证', object: `evidence/${number}`, after: { sha256: main?.sha256 ?? '' } };
}

/** Empty if there is no picture. */
function pictureLink({ picture, name }: FoundCapture, links: FileLinks): string {
  return picture ? links.sign({ sha256: picture.sha256, name: `${name}.png`, mediaType: picture.media_type, disposition: 'inline' }) : '';
}

/** A link to the evidence itself: a picture, or any file, served inert. Empty if there is none. */
function mainLink({ main, name }: FoundCapture, links: FileLinks): string {
  const [, ending = ''] = /(\.[^.]+)$/.exec(main?.name ?? '') ?? [];
  return main ? links.sign({ sha256: main.sha256, name: `${name}${ending}`, mediaType: main.media_type, disposition: 'inline' }) : '';
}

/** A link to the source, served inert like every file. Empty if there is no source. */
function sourceLink({ source, name }: FoundCapture, links: FileLinks): string {
  return source ? links.sign({ sha256: source.sha256, name: `${name}.html`, mediaType: source.media_type, disposition: 'inline' }) : '';
}

function detailsOf(found: FoundCapture) {
  return {
    number: found.number,
    userId: found.user_id,
    username: found.username,
    mobile: typedPhone(found.mobile),
    name: found.name,
    label: found.label,
    status: found.status,
    createdAt: found.created_at,
    reason: found.reason,
    accept: found.accept,
    device: found.device,
    notes: found.notes,
    target: found.url,
    openedUrl: found.opened_url,
    sha256: found.main?.sha256 ?? '',
    mediaType: found.main?.media_type ?? '',
    begunAt: found.begun_at,
    endedAt: found.ended_at,
    replay: found.replay,
    files: found.files.map(({ name, role, sha256, size_bytes }) => ({ name, role, sha256, sizeBytes: Number(size_bytes) })),
  };
}

/** A capture, with the files of its evidence once it succeeded; null if no capture has that number. */
async function findCapture(db: Database, number: string) {
  const capture = await db.selectFrom('capture').selectAll().where('number', '=', number).executeTakeFirst();
  if (!capture) return null;
  const files = await db
    .selectFrom('evidence_file')
    .innerJoin('evidence', 'evidence.id', 'evidence_file.evidence_id')
    .select(['evidence_file.name', 'role', 'sha256', 'size_bytes', 'media_type', 'log_entry', 'file_status'])
    .where('number', '=', number)
    .orderBy('evidence_file.name')
    .execute();
  const isFile = isFileResult(capture.notes);
  const named = (wanted: string) => files.find(({ name }) => name === wanted) ?? null;
  const archive = await db.selectFrom('capture_archive').select('replay').where('number', '=', number).executeTakeFirst();
  return {
    ...capture,
    files,
    replay: isFile ? null : (archive?.replay ?? null),
    /** The evidence itself: the picture of a page, or the file that the address answered with. */
    main: (isFile ? mainFile(files) : named(pictureName)) ?? null,
    /** Of a file it shows the first page or frame; null where the browser shows none. */
    picture: named(isFile ? filePictureName : pictureName),
    source: named(sourceName),
  };
}
type FoundCapture = NonNullable<Awaited<ReturnType<typeof findCapture>>>;
