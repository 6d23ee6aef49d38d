import { beforeAll, expect, it } from 'vitest';
import { evidenceParts } from '../../src/contract/console/evidence.ts';
import { enabledStatus, loginWay } from '../../src/domain/business/codes/access.ts';
import { callOutcome, clientKind } from '../../src/domain/business/codes/clients.ts';
import { collector, deliveryKind, deliveryState, paperKind } from '../../src/domain/business/codes/document-deliveries.ts';
import { erasureState } from '../../src/domain/business/codes/erasures.ts';
import { evidenceKind, fileStatus, historyType } from '../../src/domain/business/codes/evidence.ts';
import { feedbackType } from '../../src/domain/business/codes/feedback.ts';
import { invoiceStatus, invoiceType } from '../../src/domain/business/codes/invoices.ts';
import { messageKind } from '../../src/domain/business/codes/messages.ts';
import { notarialStatus, sendType } from '../../src/domain/business/codes/notarizations.ts';
import { credentialKind } from '../../src/domain/business/codes/office-credentials.ts';
import { onlineKind, recordingCode } from '../../src/domain/business/codes/online-evidence.ts';
import { orderKind, payStatus, payType } from '../../src/domain/business/codes/orders.ts';
import { businessType, giftType, orderType } from '../../src/domain/business/codes/points.ts';
import { appPlatform, iosReview } from '../../src/domain/business/codes/releases.ts';
import { checkResult, repairType, reviewChoice, reviewKind, userStatus, userType } from '../../src/domain/business/codes/users.ts';
import { listDensity } from '../../src/domain/business/codes/views.ts';
import { attemptStatuses, deliveryKinds, webhookReasons } from '../../src/domain/business/codes/webhooks.ts';
import { conflictKinds, witnessOutcome } from '../../src/domain/business/codes/witnesses.ts';
import { markBindings } from '../../src/domain/proof/marks/mark.ts';
import { captureAccepts, captureDevices, captureStatuses } from '../../src/domain/business/rules/capture.ts';
import { onlineStatuses } from '../../src/domain/business/rules/online-status.ts';
import { shownStatus } from '../../src/domain/business/rules/notarization.ts';
import { testDatabase } from '../installation/database.ts';
import { readCatalog, type CatalogTable } from './catalog.ts';
import { checkedWords, wordsOf } from './words.ts';

/** Businesses that points are booked for; a gift is booked under its kind. */
const booked = businessType.names.filter((name) => name !== 'gift');

/** Column -> the words that the domain has for it. A check constraint allows exactly these. */
const domain: Readonly<Record<string, readonly string[]>> = {
  'account.status': enabledStatus.names,
  'admin_login.way': loginWay.names,
  'app_version.platform': appPlatform.names,
  'app_version.review': iosReview.names,
  'call_record.outcome': callOutcome.names,
  'capture.accept': captureAccepts,
  'capture.device': captureDevices,
  'capture.shown_status': onlineStatuses,
  'capture.status': captureStatuses,
  'charge_order.business': booked,
  'charge_order.order_type': orderType.names,
  'charge_order.pay_status': payStatus.names,
  'charge_order.pay_type': payType.names,
  'charge_order.type': userType.names,
  'check_record.result': checkResult.names,
  'credential.kind': clientKind.names,
  'credential.status': enabledStatus.names,
  'download_batch.kind': onlineKind.names,
  'download_history.part': evidenceParts,
  'download_history.type': historyType.names,
  'erasure.state': erasureState.names,
  'evidence.file_status': fileStatus.names,
  'evidence.kind': [...evidenceKind.names, ...onlineKind.names],
  'evidence.shown_in': [...userType.names, 'online'],
  'evidence.type': userType.names,
  'feedback.kind': feedbackType.names,
  'feedback.user_type': userType.names,
  'invoice.status': invoiceStatus.names,
  'invoice.type': invoiceType.names,
  'invoice.user_type': userType.names,
  'invoice_order.kind': orderKind.names,
  'list_view.density': listDensity.names,
  'mark.binding': markBindings,
  'message.kind': messageKind.names,
  'notarial_delivery.collector': collector.names,
  'notarial_delivery.kind': deliveryKind.names,
  'notarial_delivery.paper': paperKind.names,
  'notarization_check.result': checkResult.names,
  'notarization_order.delivery': deliveryState.names,
  'notarization_order.pay_status': payStatus.names,
  'notarization_order.pay_type': payType.names,
  'notarization_order.send_type': sendType.names,
  'notarization_order.shown_status': notarialStatus.names,
  'notarization_order.status': Object.keys(shownStatus),
  'notarization_order.type': userType.names,
  'payment.pay_type': payType.names,
  'office_credential.kind': credentialKind.names,
  'points_account.kind': ['user', ...giftType.names, ...booked],
  'points_gift.kind': giftType.names,
  'points_gift.user_type': userType.names,
  'recharge_order.pay_status': payStatus.names,
  'recharge_order.pay_type': payType.names,
  'recharge_order.type': userType.names,
  // A recording begins when it is announced, so it never waits.
  'recording.status': onlineStatuses.filter((status) => status !== 'waiting'),
  'recording.type': recordingCode.names,
  'role.status': enabledStatus.names,
  'user_submission.decision': reviewChoice.names,
  'user_submission.kind': reviewKind.names,
  'witness_answer.outcome': witnessOutcome.names,
  'witness_conflict.kind': conflictKinds,
  'user_submission.user_type': userType.names,
  'users.repair': repairType.names,
  'users.status': userStatus.names,
  'users.type': userType.names,
  'webhook.reason': Object.keys(webhookReasons),
  'webhook.status': enabledStatus.names,
  'webhook_attempt.kind': deliveryKinds,
  'webhook_attempt.status': attemptStatuses,
  'webhook_delivery.kind': deliveryKinds,
};

/** Words that the domain does not have: only the server reads or writes them, and the types of the tables contain them. */
const serversOwn = [
  'capture.kind',
  'certificate.level',
  'evidence_file.role',
  'archive_timestamp.state',
  'evidence_timestamp.state',
  'log_anchor.state',
  'log_timestamp.state',
  'notarial_document_file.level',
  'notarization_order.billing',
  'office_certificate.origin',
  'passkey_challenge.purpose',
  'payment.result',
  'recharge_order.billing',
  'record_tree.algorithm',
  'record_tree.kind',
  'record_tree.reason',
  'record_tree.signed_with',
  'record_tree.state',
  'server.kind',
  'session.ended_reason',
  'sm2_signature.state',
  'sm2_timestamp.state',
  'stamp_line.name',
  'stored_object.state',
  'trail.actor_kind',
  'users.awaits',
  'witness_cosignature.algorithm',
  'work_claim.subject',
];

const installation = testDatabase();
let tables: readonly CatalogTable[];
let found: Map<string, readonly string[]>;
beforeAll(async () => {
  ({ tables } = await readCatalog(installation.pool));
  found = new Map(
    tables.flatMap((table) =>
      table.columns.flatMap((column) => {
        const words = wordsOf(table, column);
        return words ? [[`${table.name}.${column.name}`, words] as const] : [];
      }),
    ),
  );
});

it('names every column of the database that holds a word of a list', () => {
  expect([...found.keys()].toSorted()).toEqual([...Object.keys(domain), ...serversOwn].toSorted());
});

it.each(Object.entries(domain))('allows %s the words of the domain and no others', (path, words) => {
  expect(found.get(path)?.toSorted()).toEqual([...words].toSorted());
});

it('reads every check constraint that names words: as a list of its column, or as words out of such a list', () => {
  const odd: string[] = [];
  for (const table of tables)
    for (const { name, definition } of table.checks) {
      const lists = checkedWords(table);
      const compared = [...definition.matchAll(/(\w+) (?:=|<>) (?:ANY \(ARRAY\[([^\]]*)\]\)|('[^']*'::text))/g)];
      const known = compared.flatMap(([, column = '', several, one]) =>
        [...(several ?? one ?? '').matchAll(/'([^']*)'::text/g)].map(([, word = '']) => word === '' || lists.get(column)?.includes(word)),
      );
      const cased = [...definition.matchAll(/CASE (\w+)\s+WHEN '([^']*)'::text/g)].map(([, column = '', word = '']) =>
        lists.get(column)?.includes(word),
      );
      const patterns = [...definition.matchAll(/!?~ '[^']*'::text/g)];
      const texts = [...definition.matchAll(/'[^']*'::text/g)];
      if (
        [...known, ...cased].includes(false) ||
        [...known, ...cased].includes(undefined) ||
        known.length + cased.length + patterns.length !== texts.length
      )
        odd.push(`${table.name}.${name}: ${definition}`);
    }
  expect(odd).toEqual([]);
});
