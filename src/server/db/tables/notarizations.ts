import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { NotarialStatus, SendType } from '../../../domain/codes/notarizations.ts';
import type { CheckResult } from '../../../domain/codes/users.ts';
import type { NotarizationStatus } from '../../../domain/rules/notarization.ts';
import type { OrderColumns } from './orders.ts';

/** Applications for notarization and their documents. */
export interface NotarizationsTables {
  notarization_order: OrderColumns & {
    pieces: number;
    send_type: SendType;
    applicant: ColumnType<Applicant, string, string>;
    recipient: ColumnType<Recipient, string, string>;
    status: ColumnType<NotarizationStatus, NotarizationStatus | undefined, NotarizationStatus>;
    acceptor_id: string | null;
    acceptor_name: Generated<string>;
    remark: Generated<string>;
    decided_at: Date | null;
    claimed_by: string | null;
    claimed_at: Date | null;
    claimed_until: Date | null;
    /** The term's end, exclusive: midnight in Shanghai after its last day. */
    due_at: Date | null;
    shown_status: GeneratedAlways<NotarialStatus>;
    /** The acceptor's id, or `nobody`. */
    accepted_by: GeneratedAlways<string>;
    urgency: GeneratedAlways<Date>;
    /** The order's number and, once there is one, the gateway's: what keywords are found in. */
    numbers: GeneratedAlways<string>;
  };
  notarization_evidence: { order_id: string; position: number; evidence_id: string };
  notarization_check: {
    id: Generated<string>;
    order_id: string;
    verifier_id: string;
    verifier: string;
    at: Date;
    result: CheckResult;
    reason: string;
  };
  notarial_series: { year: number; last: number };
  notarial_document: {
    id: Generated<string>;
    order_id: string;
    year: number;
    serial: number;
    number: string;
    notary: string;
    passed_at: Date;
  };
  notarial_document_file: {
    document_id: string;
    is_masked: boolean;
    sha256: string;
    sm3: string;
    size_bytes: string;
    level: 'B-B' | 'B-T';
    issued_at: Date;
    log_entry: string;
  };
  notarial_document_waiting: { document_id: string; next_at: Generated<Date> };
}

export interface Applicant {
  readonly name: string;
  readonly mobile: string;
  readonly idcard: string;
  readonly address: string;
  readonly email: string;
}

export interface Recipient {
  readonly name: string;
  readonly mobile: string;
  readonly address: string;
  readonly postcode: string;
}
