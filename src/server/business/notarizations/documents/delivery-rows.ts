import type { ApplicationDetail, DocumentDelivery } from '../../../../contract/console/notarizations.ts';
import { collector, deliveryKind, paperKind } from '../../../../domain/business/codes/document-deliveries.ts';
import { copiesLeft } from '../../../../domain/business/rules/document-delivery.ts';
import { maskIdCard } from '../../../../domain/kit/text/masking.ts';
import { formatTime } from '../../../../domain/kit/text/time.ts';
import type { FoundDelivery } from './delivery-store.ts';

/** The deliveries of an issued document. */
export interface ShownDeliveries {
  readonly issuedAt: Date;
  readonly records: readonly FoundDelivery[];
}

/** @param asked how many originals the applicant asked for. @param isRevealed whether numbers of papers are shown in full. */
export function deliveryOf(
  { issuedAt, records }: ShownDeliveries,
  asked: number | null,
  isRevealed: boolean,
): ApplicationDetail['delivery'] {
  const fetched = records.reduce((sum, { copies }) => sum + (copies ?? 0), 0);
  return {
    issued_time: formatTime(issuedAt),
    copies_left: copiesLeft(asked, fetched),
    records: records.map((record) => recordOf(record, isRevealed)),
  };
}

function recordOf({ kind, at, collector: who, paper, ...record }: FoundDelivery, isRevealed: boolean): DocumentDelivery {
  return {
    id: record.id,
    kind: deliveryKind.code(kind),
    kind_name: deliveryKind.label(kind),
    time: at ? formatTime(at) : '',
    collector: who ? collector.code(who) : 0,
    collector_name: who ? collector.label(who) : '',
    name: record.name,
    paper: paper ? paperKind.code(paper) : 0,
    paper_name: paper ? paperKind.label(paper) : '',
    paper_number: isRevealed ? record.paper_number : maskIdCard(record.paper_number),
    copies: record.copies ?? 0,
    company: record.company,
    number: record.parcel,
    sent: record.sent_day ?? '',
    arrived: record.arrived_day ?? '',
    returned: record.returned_day ?? '',
    address: record.address,
    recorder: record.recorder,
    record_time: formatTime(record.recorded_at),
    automatic: record.recorded_by === null ? 1 : 0,
  };
}
