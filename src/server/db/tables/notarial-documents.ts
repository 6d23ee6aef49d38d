// Written by `npm run schema` from the migrated database; not by hand.
import type { Generated, GeneratedAlways } from 'kysely';

export interface NotarialDocumentsTables {
  /** Who downloaded what. One row a number, also where a batch was downloaded. */
  download_history: {
    id: GeneratedAlways<string>;
    type: 'evidence' | 'web' | 'process' | 'move' | 'document';
    /** Empty for a document. */
    number: string;
    is_batch: boolean;
    account_id: string;
    operator: string;
    at: Generated<Date>;
    /** Of a document; null for everything else. */
    order_id: string | null;
    /** What of an evidence; null for a document, and for rows from before it was noted. */
    part: 'file' | 'package' | 'certificate' | null;
  };
  /** A document exists from the moment of passing; its files follow. */
  notarial_document: {
    id: Generated<string>;
    order_id: string;
    year: number;
    serial: number;
    number: string;
    notary: string;
    passed_at: Date;
  };
  /**
   * A document is issued twice: in full, and with the applicant's number masked for whoever may not see it. Each is signed, and in the log
   * under its own hash.
   */
  notarial_document_file: {
    document_id: string;
    sha256: string;
    sm3: string;
    size_bytes: string;
    level: 'B-B' | 'B-T';
    issued_at: Date;
    log_entry: string;
    is_masked: boolean;
  };
  /** Documents whose files are not made yet. */
  notarial_document_waiting: {
    document_id: string;
    next_at: Generated<Date>;
  };
  /** The last number given out in a year. Its row is locked until the passing commits: a number that was not used is given to the next. */
  notarial_series: {
    year: number;
    last: number;
  };
  /** The decision about an application. */
  notarization_check: {
    id: Generated<string>;
    order_id: string;
    verifier_id: string;
    verifier: string;
    at: Date;
    result: 'passed' | 'failed';
    reason: string;
  };
  notarization_evidence: {
    order_id: string;
    position: number;
    evidence_id: string;
  };
}
