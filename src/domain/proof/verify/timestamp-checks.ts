import { sha256 } from '@noble/hashes/sha2.js';
import { packageNames as names, type PackageName } from '../evidence/package-names.ts';
import { formatTime } from '../../kit/text/time.ts';
import { fromPem, toPem } from '../cms/der.ts';
import { TimestampError } from '../cms/timestamp-error.ts';
import { verifyTimestamp } from '../cms/verify-timestamp.ts';
import { issuerNote } from '../cms/issuer-text.ts';
import { issuerOf } from '../cms/issuer.ts';
import { faultText } from './fault-texts.ts';
import { decodeLossy } from './decode-lossy.ts';
import { failed, notRun, passed, type Line } from './line.ts';

type Small = ReadonlyMap<string, Uint8Array>;

/** Checks the RFC 3161 tokens over the checkpoint and, if present, the manifest. @param rootsPem authorities that the verifier trusts. */
export async function checkTimestamps(small: Small, rootsPem: string | undefined): Promise<Line[]> {
  const line = await checkToken(small, ofCheckpoint, names.checkpoint, rootsPem);
  // Few packages have this token, and its absence is no fault.
  if (!small.has(names.evidenceTimestamp) && !small.has(names.evidenceTimestampChain)) return [line];
  const ofManifest = { label: '可信时间戳针对该证据清单', token: names.evidenceTimestamp, chain: names.evidenceTimestampChain };
  return [line, await checkToken(small, ofManifest, names.manifest, rootsPem)];
}

export interface TokenNames {
  readonly label: string;
  readonly token: PackageName;
  readonly chain: PackageName;
}

/** The time of the token over the checkpoint; null if there is no valid token. */
export async function anchorTime(small: Small, rootsPem: string | undefined): Promise<Date | null> {
  const content = small.get(names.checkpoint);
  return content ? (await readToken(small, ofCheckpoint, content, rootsPem)).at : null;
}

const ofCheckpoint: TokenNames = { label: '可信时间戳针对该检查点', token: names.timestamp, chain: names.timestampChain };

async function checkToken(small: Small, of: TokenNames, content: PackageName, rootsPem: string | undefined): Promise<Line> {
  const bytes = small.get(content);
  if (!bytes) return notRun(of.label, null, small.has(of.token) || small.has(of.chain) ? '缺少文件' : '证据包没有可信时间戳');
  return (await readToken(small, of, bytes, rootsPem)).line;
}

/**
 * Verifies a token; its chain must be the one in the package. @param content the bytes that the token must cover. @returns the time if the
 * token is valid, else null.
 */
export async function readToken(
  small: Small,
  { label, ...of }: TokenNames,
  content: Uint8Array,
  rootsPem: string | undefined,
): Promise<{ readonly line: Line; readonly at: Date | null }> {
  const [token, chain] = [small.get(of.token), small.get(of.chain)];
  if (!token && !chain) return { line: notRun(label, null, '证据包没有可信时间戳'), at: null };
  if (!token || !chain) return { line: notRun(label, null, '缺少文件'), at: null };
  try {
    const last = fromPem('CERTIFICATE', decodeLossy(chain)).at(-1);
    if (!last) return { line: failed(label, of.chain, '没有证书'), at: null };
    const { genTime, chainPem } = await verifyTimestamp(token, sha256(content), rootsPem ?? toPem('CERTIFICATE', [last]));
    if (rootsPem === undefined && chainPem !== decodeLossy(chain))
      return { line: failed(label, of.chain, '不是该时间戳的证书链'), at: null };
    const own = issuerNote(issuerOf(chainPem, decodeLossy(small.get(names.officeCertificate))));
    const note = `${formatTime(genTime)}（北京时间）${own}${rootsPem === undefined ? '，机构证书取自证据包，时间戳机构未确认' : ''}`;
    return { line: passed(label, of.token, note), at: genTime };
  } catch (error) {
    if (rootsPem !== undefined && error instanceof TimestampError && error.kind === 'untrusted') {
      const own = await readToken(small, { label, ...of }, content, undefined);
      if (own.at) return { line: notRun(label, of.token, unknownAuthority), at: null };
    }
    return { line: failed(label, of.token, faultText(error)), at: null };
  }
}

/** The token holds, and the verifier named other authorities: nothing contradicts, and nothing that the verifier trusts confirms. */
export const unknownAuthority = '签发时间戳的机构不在指定的机构之中，时间未确认';
