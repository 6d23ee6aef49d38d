import { commonNameOf } from '../../cms/common-name.ts';
import { fingerprintOf } from '../../cms/certificate-fingerprint.ts';
import { fromPem, toPem } from '../../cms/der.ts';
import { isPublicRoot } from '../../cms/public-roots.ts';
import { isSameOperator } from '../../cms/same-operator.ts';
import { packageNames as names, type PackageName } from '../../evidence/package-names.ts';
import { sameBytes } from '../../../kit/bytes/bytes.ts';
import { parseRecord } from '../../records/evidence-record.ts';
import type { OfficeRecord } from './office-record.ts';
import type { WitnessFacts } from './witnesses.ts';

/**
 * Why a service cannot count as an outside party, as a clause; null where it can. An authority is one where the office's record says that
 * it runs elsewhere, and its certificate leads to a root that somebody other than the office vouches for. Who runs a witness is in no
 * package: its key must be compared with the one that it publishes itself.
 */
export interface OutsiderFacts {
  readonly timestamp: string | null;
  readonly evidenceTimestamp: string | null;
  /** Of the authority that stamped the mark's checkpoint. */
  readonly mark: string | null;
  readonly witnesses: string | null;
  /** Of the authority that stamped the evidence record. */
  readonly evidenceRecord: string | null;
}

type File = (name: string) => Uint8Array | undefined;

export function outsiderFacts(file: File, { record, witnesses }: { record: OfficeRecord | null; witnesses: WitnessFacts }): OutsiderFacts {
  const office = textOf(file(names.officeCertificate));
  const machine = machineText(record);
  const ofToken = (chain: PackageName) => machine ?? certificateText(textOf(file(chain)), office);
  return {
    timestamp: ofToken(names.timestampChain),
    evidenceTimestamp: ofToken(names.evidenceTimestampChain),
    mark: ofToken(names.markTimestampChain),
    witnesses: witnessesText(witnesses),
    evidenceRecord: machine ?? recordText(file, office),
  };
}

/** A token that holds was signed by the first certificate of its chain, and the chain holds up to the last. */
function certificateText(chain: string, office: string): string | null {
  if (isSameOperator(chain, office)) return '时间戳机构的证书写明的就是出具机构自己';
  const top = fromPem('CERTIFICATE', chain).at(-1);
  const root = top ? toPem('CERTIFICATE', [top]) : '';
  if (isPublicRoot(fingerprintOf(root) ?? '')) return null;
  return top
    ? `它的证书以“${commonNameOf(root)}”为根，不在浏览器公开信任的根证书之列，没有出具机构以外的来源证实时间戳机构是谁`
    : '没有时间戳机构的证书链';
}

/** A record carries the signers of its tokens without their roots: the chains of the package vouch for them. */
function recordText(file: File, office: string): string | null {
  const record = parseRecord(file(names.evidenceRecord) ?? new Uint8Array(0));
  const signers = record.ok ? record.value.chains.flatMap(({ stamps }) => stamps.map(({ facts }) => facts.signer?.der)) : [];
  const chains = [names.timestampChain, names.evidenceTimestampChain, names.markTimestampChain].map((name) => textOf(file(name)));
  const chainOf = (signer: Uint8Array | undefined) => {
    const isOf = (der: Uint8Array | undefined) => der !== undefined && signer !== undefined && sameBytes(der, signer);
    return chains.find((chain) => isOf(fromPem('CERTIFICATE', chain)[0])) ?? '';
  };
  const texts = signers.map((signer) => certificateText(chainOf(signer), office));
  return texts.find((text) => text !== null) ?? null;
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
