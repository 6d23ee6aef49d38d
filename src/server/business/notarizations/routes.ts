import type { z } from 'zod';
import { evidenceRowOf } from '../evidence/wire-rows.ts';
import type { notarizationCalls } from '../../../contract/console/notarizations.ts';
import {
  applicationDetailOf,
  applicationRowOf,
  claimOf,
  pieceCheckOf,
  type DetailedApplication,
  type ShownApplication,
} from './wire-rows.ts';
import type { PayStatus } from '../../../domain/business/codes/orders.ts';
import { userType } from '../../../domain/business/codes/users.ts';
import type { NotarizationStatus } from '../../../domain/business/rules/notarization.ts';
import { maskIdNumber } from '../../../domain/kit/text/masking.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { workingDaysLeft, type Holidays } from '../../../domain/kit/text/working-days.ts';
import { typedPhone } from '../../../domain/kit/text/typed.ts';
import type { ObjectChecks } from '../../custody/objects/check-now.ts';
import { scopeOf } from '../../desk/acceptors/scope.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { Database } from '../../platform/db/database.ts';
import { xlsxOf } from '../../desk/lists/export/xlsx.ts';
import type { Lists } from '../../desk/lists/pools.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Operator } from '../../platform/http/operator.ts';
import type { FileLinks } from '../../platform/storage/signed-links.ts';
import { recordOpening } from '../../desk/trail/opening.ts';
import { operatorActor, recordTrail } from '../../desk/trail/trail.ts';
import { listApplications, streamApplications, type ApplicationFilters } from './application-list.ts';
import { claimApplication, releaseApplication } from './claim.ts';
import { deliverDocument } from './documents/deliver.ts';
import type { DocumentLinks } from './documents/document-links.ts';
import { applicationColumns } from './export-columns.ts';
import {
  captureNotesOf,
  coveredEvidence,
  findApplication,
  firstNumbers,
  nextApplication,
  type FoundApplication,
} from './find-application.ts';
import { reviewApplication } from './review.ts';
import { unknownApplication } from './open-act.ts';
import { checkPieces, readPieces } from './pieces.ts';

export interface NotarizationDeps {
  readonly db: Database;
  readonly lists: Lists;
  readonly documentLinks: DocumentLinks;
  readonly config: Pick<Config, 'claims' | 'holidays' | 'notarialMustOpen' | 'notarialWord'>;
  readonly checks: ObjectChecks;
}

/** Applications for notarization. An operator with node 37 sees only their own; others are answered as if they did not exist. */
export function notarizationRoutes({ db, lists, documentLinks, config, checks }: NotarizationDeps): Handlers<typeof notarizationCalls> {
  const { holidays } = config;
  const reviewTerms = { notarialWord: config.notarialWord, mustOpen: config.notarialMustOpen, checks };
  return {
    async getEvidencesList({ page, limit, ...given }, { operator }) {
      const filters = filtersOf(given, operator);
      const { rows, total } = await listApplications(lists, filters, { page, limit, by: operator.accountId });
      const ids = rows.map(({ id }) => id);
      // Callers that share a page also share the query of its evidence numbers.
      const numbers = await lists.shared.read(`first numbers ${ids.join()}`, () => firstNumbers(db, ids));
      return {
        list: rows.map((row) => applicationRowOf({ ...row, firstNumber: numbers.get(row.id) ?? '', deadline: deadlineOf(row, holidays) })),
        count: total,
      };
    },

    async dataList({ orderId, page, limit }, { operator }) {
      if (!(await findApplication(db, orderId, scopeOf(operator)))) throw unknownApplication();
      const { rows, total } = await coveredEvidence(db, orderId, page, limit);
      return {
        list: rows.map(({ user_id: userId, saved_at: savedAt, file_status: fileStatus, ...row }) =>
          evidenceRowOf({ ...row, userId, savedAt, fileStatus }),
        ),
        count: total,
      };
    },

    async evidencesDetail({ orderId, userId, dataId, type }, caller) {
      const { operator, holder } = caller;
      const found = await findApplication(db, orderId, scopeOf(operator));
      if (!found || !isSame(userId, found.user_id) || !isSame(type, found.type) || !isSame(dataId, found.firstNumber))
        throw unknownApplication();
      const isRevealed = operator.permissions.has('notarization:review');
      if (isRevealed)
        await recordOpening(db, { action: '查看申请人资料', object: `application/${orderId}`, after: { shown: ['idcard'] } }, caller);
      const drawn = isRevealed ? found.full_sha256 : found.masked_sha256;
      const pdfs = found.document_no !== null && drawn !== null ? [documentLinks.of(orderId, found.document_no, holder)] : [];
      return applicationDetailOf(
        detailedOf(found, { links: caller.linksTo({ application: orderId }), pdfs }, holidays, operator.accountId),
        await readPieces(db, orderId, operator.accountId),
        isRevealed,
      );
    },

    async checkPiece({ orderId, baoquan }, { operator }) {
      if (!(await findApplication(db, orderId, scopeOf(operator)))) throw unknownApplication();
      const read = () => readPieces(db, orderId, operator.accountId, baoquan);
      const [piece] = await checkPieces(checks, { read, waitMs: pieceWaitMs });
      if (!piece) throw refuse('该存证不存在');
      return pieceCheckOf(piece, await captureNotesOf(db, baoquan));
    },

    async check({ orderId, userId, isCheck: choice, checkRemark: remark }, { operator, ip }) {
      await reviewApplication(db, { orderId, userId, choice, remark }, scopeOf(operator), reviewTerms, operatorActor(operator, ip));
      return null;
    },

    async deliver({ orderId, ...given }, { operator, ip }) {
      await deliverDocument(db, orderId, given, scopeOf(operator), operatorActor(operator, ip));
      return null;
    },

    async applicationExport(given, { operator, ip }) {
      const { pay, status, delivery, datetime: time, keyword } = given;
      await recordTrail(db, operatorActor(operator, ip), {
        action: '导出',
        object: 'applications',
        after: { pay, status, delivery, time, keyword: maskIdNumber(keyword) },
      });
      return xlsxOf('出证申请', applicationColumns, streamApplications(lists, filtersOf(given, operator)));
    },

    async claimApplication({ orderId }, { operator, ip }) {
      return claimOf(await claimApplication(db, orderId, scopeOf(operator), config.claims, operatorActor(operator, ip)));
    },

    async releaseApplication({ orderId }, { operator, ip }) {
      await releaseApplication(db, orderId, scopeOf(operator), operatorActor(operator, ip));
      return null;
    },

    async nextApplication({ orderId }, { operator }) {
      const next = await nextApplication(db, scopeOf(operator), operator.accountId, orderId);
      if (!next) return null;
      const numbers = await firstNumbers(db, [next.id]);
      return { orderId: next.id, userId: next.user_id, dataId: numbers.get(next.id) ?? '', type: userType.code(next.type) };
    },
  };
}

/** The screen asks again for what takes longer. */
const pieceWaitMs = 5_000;

/** The filters of list and export, for this operator. */
export function filtersOf(
  { keyword, pay, status, delivery, datetime, sort }: z.output<(typeof notarizationCalls)['applicationExport']['input']>,
  operator: Operator,
): ApplicationFilters {
  return { acceptorId: scopeOf(operator), pay, status, delivery, keyword, created: datetime, isByUrgency: sort === 'due' };
}

function isSame(given: string | undefined, actual: string): boolean {
  return given === undefined || given === actual;
}

/** A deadline exists only while a paid application waits for its review. */
function deadlineOf(
  { status, payStatus, dueAt }: { status: NotarizationStatus; payStatus: PayStatus; dueAt: Date | null },
  holidays: Holidays,
): ShownApplication['deadline'] {
  if (status !== 'pending' || payStatus !== 'paid' || !dueAt) return null;
  const day = formatTime(new Date(dueAt.getTime() - 1)).slice(0, 10);
  return { day, left: workingDaysLeft(new Date(), day, holidays) };
}

/** The parts of an application that are opened by links. */
interface Opened {
  readonly links: FileLinks;
  /** Empty while the file that its reader may have is being made. */
  readonly pdfs: DetailedApplication['pdfs'];
}

function detailedOf(found: FoundApplication, { links, pdfs }: Opened, holidays: Holidays, asker: string): DetailedApplication {
  const { transfer_img: picture, document_no: documentNo, claimed_by: claimedBy, claimed_at: since, claimed_until: until } = found;
  const inline = (file: { sha256: string; mediaType: string }, name: string) =>
    links.sign({ sha256: file.sha256, mediaType: file.mediaType, name, disposition: 'inline' });
  return {
    id: found.id,
    orderNo: found.order_no,
    userId: found.user_id,
    type: found.type,
    name: found.name,
    mobile: typedPhone(found.mobile),
    createdAt: found.created_at,
    acceptorName: found.acceptor_name,
    acceptorId: found.acceptor_id,
    pieces: found.pieces,
    payStatus: found.pay_status,
    status: found.status,
    firstNumber: found.firstNumber,
    delivery: found.delivery,
    deadline: deadlineOf({ status: found.status, payStatus: found.pay_status, dueAt: found.due_at }, holidays),
    amountFen: Number(found.amount_fen),
    payType: found.pay_type,
    tradeNo: found.trade_no ?? '',
    paidAt: found.paid_at,
    transferUrl: picture ? inline(picture, 'transfer_img') : '',
    sendType: found.send_type,
    remark: found.remark,
    checks: found.checks,
    refund: found.refund_order_no !== null && found.refunded_at !== null ? { orderNo: found.refund_order_no, at: found.refunded_at } : null,
    invoice: found.invoice_id !== null && found.invoice_status !== null ? { id: found.invoice_id, status: found.invoice_status } : null,
    applicant: found.applicant,
    recipient: found.recipient,
    purpose: found.purpose,
    copies: found.copies,
    agent: found.agent,
    documentNo: documentNo ?? '',
    documentState: documentNo === null ? 'none' : pdfs.length === 0 ? 'making' : 'issued',
    deliveries: found.full_sha256 !== null && found.passed_at ? { issuedAt: found.passed_at, records: found.deliveries } : null,
    pdfs,
    claim:
      found.is_claimed && claimedBy !== null && since && until
        ? { operator: found.claimed_name ?? '', since, until, isOwn: claimedBy === asker }
        : null,
  };
}
