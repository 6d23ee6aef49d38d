import { useState } from 'react';
import type { PublishedKeys } from '../../../contract/open/published-keys.ts';
import type { Verification } from '../../../contract/open/verification.ts';
import { anchorStage } from '../../../domain/proof/evidence/anchor-stage.ts';
import { checkpointSize } from '../../../domain/proof/evidence/checkpoint-size.ts';
import { hintFor, outcomeTitles, sentenceOf, type Outcome, type OwnFile } from './outcome.ts';
import { RecordNote } from './record-note.tsx';
import { useProof } from './use-proof.ts';
import { WitnessNote } from './witness-note.tsx';

interface Shown {
  readonly outcome: Outcome;
  readonly answer: Verification;
  readonly number: string;
  readonly file: OwnFile | null;
  readonly keys: PublishedKeys | null;
}

/** The verdict and its basis. */
export function VerifyResult({ outcome, answer, number, file, keys }: Shown) {
  const [policy, setPolicy] = useState<File | null>(null);
  const finding = useProof(answer, keys, policy);
  const holds = finding?.holds ?? null;
  const hint = hintFor(outcome, number !== '', file);
  return (
    <section className={`verify-card verify-result is-${outcome}`} aria-label="核验结果">
      <h2>{outcomeTitles[outcome]}</h2>
      <p>{sentenceOf(outcome, anchorStage(answer.anchor_kind, answer.checkpoint !== null), number !== '', file !== null)}</p>
      {answer.notice !== undefined && <p className="verify-note">{answer.notice}</p>}
      {hint !== null && <p className="verify-note">{hint}</p>}
      {outcome === 'mismatch' && file?.isPackage && (
        <p className="verify-note">您选择的是证据包，它的存证编号与填写的不同。清空编号，可以逐项核对这个证据包。</p>
      )}
      {keys && <p className={holds === false ? 'verify-note' : 'verify-basis'}>{basisOf(keys.office, holds)}</p>}
      {finding && <WitnessNote witnesses={finding.witnesses} policy={policy} choose={setPolicy} />}
      <dl>
        {rowsOf(answer, number, file).map(({ label, value, isHash }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={isHash ? 'mono' : 'num'}>{value}</dd>
          </div>
        ))}
      </dl>
      {answer.proof !== null && outcome !== 'mismatch' && (
        <a className="link" href={answer.proof} download={`${number}.tlog-proof`}>
          下载日志证明
        </a>
      )}
      {(outcome === 'match' || outcome === 'known') && answer.number !== null && (
        <RecordNote number={answer.number} sha256={file ? [file.sha256] : answer.files.map(({ sha256 }) => sha256)} />
      )}
    </section>
  );
}

/** The basis of the verdict: the server's record, and what this browser has checked itself. */
function basisOf(office: string, holds: boolean | null): string {
  if (holds === false) return '日志证明与本机构公布的公钥不符，请勿采信本页的结论，并向出具机构反映。';
  return holds
    ? `判断依据：${office}的记录；日志证明已在您的设备上用本机构的日志公钥（见下）核对，成立。`
    : `判断依据：${office}的记录；本机构的公钥见下。`;
}

interface Row {
  readonly label: string;
  readonly value: string;
  readonly isHash?: boolean;
}

function rowsOf(answer: Verification, number: string, file: OwnFile | null): Row[] {
  const rows: (Row | null)[] = [
    number === '' ? null : { label: '存证编号', value: number, isHash: true },
    file && { label: '您的文件 SHA-256', value: file.sha256, isHash: true },
    ...answer.files
      .filter(({ sha256 }) => sha256 !== file?.sha256)
      .map(({ role, sha256 }, at, { length }) => ({
        label: `${role === 'original' ? '保存的文件' : '取证报告'}${length > 1 ? ` ${at + 1}` : ''} SHA-256`,
        value: sha256,
        isHash: true,
      })),
    answer.saveTime === null ? null : { label: '存证时间', value: answer.saveTime },
    ...anchorRows(answer),
  ];
  return rows.filter((row) => row !== null);
}

/** The labels never present the office's own log as a public chain. */
function anchorRows({
  anchor_kind: kind,
  blockchain_hash: hash,
  block_height: height,
  chain_time: at,
  anchored_at: loggedAt,
}: Verification): Row[] {
  if (kind === null)
    return loggedAt === null
      ? []
      : [
          { label: '写入日志', value: loggedAt },
          { label: '上链', value: '区块链确认中' },
        ];
  const [how, hashLabel, heightLabel, timeLabel] =
    kind === 'chain'
      ? ['区块链交易', '区块链交易哈希', '区块高度', '上链时间']
      : ['公证处自有日志，未写入公有区块链', '日志叶子哈希', checkpointSize.label, '检查点时间'];
  return [
    { label: '锚定方式', value: how ?? '' },
    { label: hashLabel ?? '', value: hash ?? '', isHash: true },
    { label: heightLabel ?? '', value: kind === 'log' && height !== null ? checkpointSize.text(height) : (height ?? '') },
    { label: timeLabel ?? '', value: at ?? '' },
  ];
}
