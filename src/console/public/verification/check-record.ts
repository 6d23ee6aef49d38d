import { hexToBytes } from '@noble/hashes/utils.js';
import { sameBytes } from '../../../domain/kit/bytes/bytes.ts';
import { parseRecord } from '../../../domain/proof/records/evidence-record.ts';
import { endedLink, whyBroken } from '../../../domain/proof/records/record-facts.ts';
import { linkKindTexts, recordFormTexts } from '../../../domain/proof/records/record-texts.ts';
import { verifyRecord } from '../../../domain/proof/records/verify-record.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';

/** What this browser can check of an evidence record: everything except the tokens' signatures, which the offline verifier checks. */
export interface RecordFindings {
  /** Null if the record does not hold; `why` gives the reason then. */
  readonly links: readonly string[] | null;
  /** Why it does not hold, or which link has ended. */
  readonly why: string | null;
}

/** @param sha256 hashes of the evidence's files, 64 hex digits each; the first tree must contain each of them. */
export function checkRecord(bytes: Uint8Array, sha256: readonly string[], now: Date): RecordFindings {
  const read = parseRecord(bytes);
  if (!read.ok) return { links: null, why: recordFormTexts[read.fault] };
  const [first] = read.value.chains;
  const list = first?.stamps[0]?.tree?.[0] ?? [];
  const uncovered = sha256.find((hash) => !/^[0-9a-f]{64}$/.test(hash) || !list.some((one) => sameBytes(one, hexToBytes(hash))));
  if (uncovered !== undefined) return { links: null, why: '存证记录没有涵盖这份文件' };
  const report = verifyRecord(read.value, []);
  const broken = whyBroken({ ...report, hasOthers: false });
  if (broken !== null) return { links: null, why: broken };
  const links = report.links.map(
    ({ kind, genTime, endsAt }, at) =>
      `第 ${at + 1} 环：${linkKindTexts[kind]}，${formatTime(genTime)}${endsAt ? `，机构证书有效至 ${formatTime(endsAt)}` : ''}`,
  );
  return { links, why: endedLink(report, now) };
}
