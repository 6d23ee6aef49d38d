import { parseTime } from '../../../../domain/kit/text/time.ts';
import { copiesLeft, deliveryFaults, type GivenDelivery } from '../../../../domain/business/rules/document-delivery.ts';
import { identityNumber } from '../../../../domain/kit/text/identity-number.ts';
import { recordTrail, type Actor } from '../../../desk/trail/trail.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { conflict, refuse } from '../../../platform/http/refusal.ts';
import { unknownApplication } from '../open-act.ts';
import { lockApplication, type Scope } from '../store.ts';
import {
  findDeliveries,
  findIssued,
  insertDelivery,
  setOutcome,
  settleDelivery,
  wasFetched,
  type FoundDelivery,
} from './delivery-store.ts';

/**
 * Records how an issued document was delivered, or what became of a mail that was recorded before. Delivery, state and trail are written in
 * one transaction. @throws Refusal `该申请不存在`; one that names the faulty fields; a conflict if somebody else recorded the mail.
 */
export async function deliverDocument(db: Database, orderId: string, given: GivenDelivery, scope: Scope, operator: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockApplication(tx, orderId, scope))) throw unknownApplication();
    const issued = await findIssued(tx, orderId);
    if (!issued) throw refuse('公证书尚未出具，不能登记送达');
    const recorded = await findDeliveries(tx, orderId);
    const fetched = recorded.reduce((sum, { copies }) => sum + (copies ?? 0), 0);
    const faults = deliveryFaults(given, {
      now: new Date(),
      issuedAt: issued.passed_at,
      applicant: issued.applicant,
      copiesLeft: copiesLeft(issued.copies, fetched),
    });
    const [fault] = Object.values(faults);
    if (fault !== undefined) throw refuse(fault, { ...faults });
    const mail = given.kind === 'mail' ? recorded.find(({ parcel }) => parcel === given.number) : undefined;
    if (mail) await endMail(tx, mail, given);
    else await insertDelivery(tx, rowOf(orderId, given, operator));
    const after = await settleDelivery(tx, orderId);
    await recordTrail(tx, operator, {
      action: '登记送达',
      object: `application/${orderId}`,
      before: { delivery: issued.delivery },
      after: { delivery: after, document: issued.number, ...trailOf(given) },
    });
  });
}

/** Records that the open API answers the document to its applicant, at the first time. */
export async function noteFetched(db: Database, orderId: string, client: Actor): Promise<void> {
  if (await wasFetched(db, orderId)) return;
  await db.transaction().execute(async (tx) => {
    const order = await lockApplication(tx, orderId, null);
    if (!order || (await wasFetched(tx, orderId))) return;
    const before = await findIssued(tx, orderId);
    const at = new Date();
    await insertDelivery(tx, { order_id: orderId, kind: 'electronic', at, recorder: client.name, recorded_at: at });
    const after = await settleDelivery(tx, orderId);
    await recordTrail(tx, client, {
      action: '电子送达',
      object: `application/${orderId}`,
      before: { delivery: before?.delivery ?? 'undelivered' },
      after: { delivery: after, document: before?.number ?? '' },
    });
  });
}

async function endMail(tx: Tx, mail: FoundDelivery, { company, sent, arrived, returned }: GivenDelivery): Promise<void> {
  if (mail.arrived_day !== null) throw conflict(`该邮件已于${mail.arrived_day}送达`);
  if (mail.returned_day !== null) throw conflict(`该邮件已于${mail.returned_day}退回`);
  if (arrived === '' && returned === '') throw conflict('该快递单号已登记，请填写送达或退回日期');
  if (mail.company !== company) throw refuse('与登记的快递公司不一致', { company: `登记的快递公司为${mail.company}` });
  if (mail.sent_day !== sent) throw refuse('与登记的寄出日期不一致', { sent: `登记的寄出日期为${mail.sent_day ?? ''}` });
  await setOutcome(tx, mail.id, outcomeOf({ arrived, returned }));
}

function outcomeOf({ arrived, returned }: Pick<GivenDelivery, 'arrived' | 'returned'>) {
  return { arrived_day: arrived === '' ? null : arrived, returned_day: returned === '' ? null : returned };
}

function rowOf(orderId: string, given: GivenDelivery, { id, name }: Actor): Parameters<typeof insertDelivery>[1] {
  const recorded = { order_id: orderId, recorded_by: id, recorder: name, recorded_at: new Date() };
  if (given.kind === 'mail')
    return { ...recorded, kind: 'mail', company: given.company, parcel: given.number, sent_day: given.sent, ...outcomeOf(given) };
  const at = parseTime(given.time);
  if (given.kind === 'electronic') return { ...recorded, kind: 'electronic', at, address: given.address };
  return {
    ...recorded,
    kind: 'pickup',
    at,
    collector: given.collector ?? null,
    name: given.name,
    paper: given.paper ?? null,
    paper_number: identityNumber(given.paperNumber) ?? given.paperNumber,
    copies: Number(given.copies),
  };
}

/** Without names, addresses and numbers of papers, which the delivery's own row has. */
function trailOf({ kind, collector, paper, time, copies, company, number, sent, arrived, returned }: GivenDelivery) {
  if (kind === 'mail')
    return { deliveryKind: kind, company, parcel: number, sent, ...(arrived && { arrived }), ...(returned && { returned }) };
  if (kind === 'electronic') return { deliveryKind: kind, time };
  return { deliveryKind: kind, collector: collector ?? '', paper: paper ?? '', time, copies: Number(copies) };
}
