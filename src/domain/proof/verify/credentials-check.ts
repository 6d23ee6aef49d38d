import { packageNames as names, credentialPictureName, isCredentialPicture } from '../evidence/package-names.ts';
import { credentialTitle, validityText, type CredentialValidity } from '../platform/credential.ts';
import { credentialFindings, picturedCredentials, type CredentialFinding } from '../platform/credential-findings.ts';
import { parseCredentialList, type CredentialList } from '../platform/credential-list.ts';
import type { FileDigest } from '../evidence/verify.ts';
import type { TrustedLog } from '../tlog/checkpoint.ts';
import { failed, notRun, passed, type Line } from './line.ts';
import { entryFaults } from './logged-entry.ts';

interface Given {
  readonly small: ReadonlyMap<string, Uint8Array>;
  readonly digests: ReadonlyMap<string, FileDigest>;
  readonly log: TrustedLog;
  /** When the office received the evidence, according to its manifest; null if the manifest cannot be read. */
  readonly receivedAt: Date | null;
  readonly now: Date;
}

/**
 * Checks the office's credentials in the package: that the log contains their list and that the pictures match the list. Which were valid
 * when the evidence was received is only reported: nobody compared the list with a register, and the verdict does not depend on it.
 */
export function checkCredentials({ small, digests, log, receivedAt, now }: Given): Line[] {
  const [bytes, proof] = [small.get(names.credentials), small.get(names.credentialsProof)];
  const stray = [...digests.keys()].filter(isCredentialPicture);
  if (!bytes && !proof)
    return stray.length === 0
      ? [notRun(listLabel, null, '证据包没有机构资质清单')]
      : stray.map((name) => failed(pictureLabel, name, '证据包没有机构资质清单'));
  if (!bytes || !proof) return [notRun(listLabel, null, '缺少文件')];
  const faults = entryFaults('这份清单', bytes, proof, log);
  if (faults.length > 0) return faults.map((fault) => failed(listLabel, names.credentialsProof, fault));
  const parsed = parseCredentialList(bytes);
  if (!parsed.ok) return [failed(listLabel, names.credentials, '格式错误')];
  const list = parsed.value;
  return [
    passed(listLabel, names.credentials, `清单有 ${list.credentials.length} 项资质`),
    ...pictureLines(list, digests, receivedAt),
    ...(receivedAt ? credentialFindings(list, receivedAt, now).map(validityLine) : []),
  ];
}

function pictureLines(list: CredentialList, digests: ReadonlyMap<string, FileDigest>, receivedAt: Date | null): Line[] {
  const listed = new Map<string, string>(list.credentials.map(({ id, picture }) => [credentialPictureName(id), picture.sha256]));
  const present = [...digests.values()].filter(({ name }) => isCredentialPicture(name));
  const wanted = receivedAt ? picturedCredentials(list, receivedAt).map(({ id }): string => credentialPictureName(id)) : [];
  return [
    ...present.map(({ name, sha256 }) => {
      if (!listed.has(name)) return failed(pictureLabel, name, '清单中没有这张图片');
      return listed.get(name) === sha256 ? passed(pictureLabel, name) : failed(pictureLabel, name, 'SHA-256 不同，不是清单中的图片');
    }),
    ...wanted.filter((name) => !digests.has(name)).map((name) => notRun(pictureLabel, name, '证据包没有这张图片')),
  ];
}

/** Only kind and dates: a name that a forger chose must not be repeated. The office typed them itself, so none counts as checked. */
function validityLine(finding: CredentialFinding): Line {
  const { atEvidence, now } = finding;
  const standing = atEvidence === 'valid' ? `现在${standings[now]}` : `存证时${standings[atEvidence]}`;
  const held = `按登记，${credentialTitle(finding)}有效期 ${validityText(finding)}，${standing}`;
  const later = finding.isRecordedLater ? '；存证之后才登记' : '';
  return notRun(validityLabel, finding.picture, `${held}${later}；由出具机构自行登记，未经核验，须向发证机关查询`);
}

const standings: Record<CredentialValidity, string> = { valid: '有效', early: '尚未生效', ended: '已到期', withdrawn: '已作废' };
const listLabel = '机构资质清单写入日志';
const pictureLabel = '资质图片与清单一致';
const validityLabel = '机构资质在存证时有效';
