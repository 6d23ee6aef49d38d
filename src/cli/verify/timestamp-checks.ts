import { createHash } from 'node:crypto';
import { packageNames as names, type PackageName } from '../../domain/evidence/package-names.ts';
import { formatTime } from '../../domain/text/time.ts';
import { fromPem, toPem } from '../../server/custody/cms/der.ts';
import { verifyTimestamp } from '../../server/custody/timestamps/timestamp.ts';
import { faultText } from './fault-texts.ts';
import { failed, notRun, passed, type Line } from './line.ts';

type Small = ReadonlyMap<string, Buffer>;

/**
 * The RFC 3161 tokens are over the checkpoint and, where there is one, over the manifest; `rootsPem` are the authorities that the verifier
 * trusts.
 */
export async function checkTimestamps(small: Small, rootsPem: string | undefined): Promise<Line[]> {
  const ofCheckpoint = await checkToken(
    small,
    { label: '可信时间戳针对该检查点', token: names.timestamp, chain: names.timestampChain, content: names.checkpoint },
    rootsPem,
  );
  // Few packages have one, and one without it lacks nothing.
  if (!small.has(names.evidenceTimestamp) && !small.has(names.evidenceTimestampChain)) return [ofCheckpoint];
  return [
    ofCheckpoint,
    await checkToken(
      small,
      { label: '可信时间戳针对该证据清单', token: names.evidenceTimestamp, chain: names.evidenceTimestampChain, content: names.manifest },
      rootsPem,
    ),
  ];
}

interface TokenNames {
  readonly label: string;
  readonly token: PackageName;
  readonly chain: PackageName;
  /** What the token is over. */
  readonly content: PackageName;
}

/** Its chain is the one in the package. */
async function checkToken(small: Small, { label, ...of }: TokenNames, rootsPem: string | undefined): Promise<Line> {
  const [token, chain, content] = [small.get(of.token), small.get(of.chain), small.get(of.content)];
  if (!token && !chain) return notRun(label, null, '证据包没有可信时间戳');
  if (!token || !chain || !content) return notRun(label, null, '缺少文件');
  try {
    const last = fromPem('CERTIFICATE', chain.toString()).at(-1);
    if (!last) return failed(label, of.chain, '没有证书');
    const { genTime, chainPem } = await verifyTimestamp(
      token,
      createHash('sha256').update(content).digest(),
      rootsPem ?? toPem('CERTIFICATE', [last]),
    );
    if (rootsPem === undefined && chainPem !== chain.toString()) return failed(label, of.chain, '不是该时间戳的证书链');
    return passed(
      label,
      of.token,
      `${formatTime(genTime)}（北京时间）${rootsPem === undefined ? '，机构证书取自证据包，时间戳机构未确认' : ''}`,
    );
  } catch (error) {
    return failed(label, of.token, faultText(error));
  }
}
