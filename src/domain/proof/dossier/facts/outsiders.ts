import { isSameOperator } from '../../cms/same-operator.ts';
import { packageNames as names } from '../../evidence/package-names.ts';
import type { OfficeRecord } from './office-record.ts';
import type { WitnessFacts } from './witnesses.ts';

/**
 * Why a service cannot count as an outside party, as a clause; null where nothing says that it is the office's own. The office's record
 * says where the authority runs: a package without it leaves that open. Who runs a witness is in no package: its key must be compared with
 * the one that it publishes itself.
 */
export interface OutsiderFacts {
  readonly timestamp: string | null;
  readonly evidenceTimestamp: string | null;
  readonly witnesses: string | null;
  /** Of the authority that stamped the evidence record. */
  readonly evidenceRecord: string | null;
}

type File = (name: string) => Uint8Array | undefined;

export function outsiderFacts(file: File, { record, witnesses }: { record: OfficeRecord | null; witnesses: WitnessFacts }): OutsiderFacts {
  const office = textOf(file(names.officeCertificate));
  const machine = machineText(record);
  const ofToken = (chain: string) =>
    machine ?? (isSameOperator(textOf(file(chain)), office) ? '时间戳机构的证书写明的就是出具机构自己' : null);
  return {
    timestamp: ofToken(names.timestampChain),
    evidenceTimestamp: ofToken(names.evidenceTimestampChain),
    witnesses: witnessesText(witnesses),
    evidenceRecord: machine,
  };
}

function machineText(record: OfficeRecord | null): string | null {
  if (!record) return '没有出具机构的记录，不知道时间戳服务运行在谁的机器上';
  return record.timestampAuthority === 'this-machine' ? '时间戳服务运行在出具机构自己的机器上' : null;
}

/** Null where none cosigned. */
function witnessesText({ operators }: WitnessFacts): string | null {
  if (operators.length === 0) return null;
  return `其中${operators.join('，')}，只有出具机构自己的见证策略这样写，没有出具机构以外的来源证实由谁运行`;
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes ? new TextDecoder().decode(bytes) : '';
}
