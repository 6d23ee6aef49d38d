import { createHash } from 'node:crypto';
import { packageNames as names } from '../../domain/custody/package-names.ts';
import { formatTime } from '../../domain/time.ts';
import { fromPem, toPem } from '../../server/custody/der.ts';
import { verifyPdf } from '../../server/custody/pdf-verify.ts';
import { TimestampError } from '../../server/custody/timestamp-error.ts';
import { verifyTimestamp } from '../../server/custody/timestamp.ts';
import { failed, notRun, passed, type Line } from './line.ts';

type Small = ReadonlyMap<string, Buffer>;

/** The RFC 3161 token is over the checkpoint, and its chain is the one in the package; `rootsPem` are the authorities that the verifier trusts. */
export async function checkTimestamp(small: Small, rootsPem: string | undefined): Promise<Line> {
  const [token, chain, checkpoint] = [small.get(names.timestamp), small.get(names.timestampChain), small.get(names.checkpoint)];
  if (!token && !chain) return notRun(timestampLabel, null, '证据包没有可信时间戳');
  if (!token || !chain || !checkpoint) return notRun(timestampLabel, null, '缺少文件');
  try {
    const last = fromPem('CERTIFICATE', chain.toString()).at(-1);
    if (!last) return failed(timestampLabel, names.timestampChain, '没有证书');
    const { genTime, chainPem } = await verifyTimestamp(token, createHash('sha256').update(checkpoint).digest(), rootsPem ?? toPem('CERTIFICATE', [last]));
    if (rootsPem === undefined && chainPem !== chain.toString()) return failed(timestampLabel, names.timestampChain, '不是该时间戳的证书链');
    return passed(timestampLabel, names.timestamp, `${formatTime(genTime)}（北京时间）${rootsPem === undefined ? '，机构证书取自证据包' : ''}`);
  } catch (error) {
    return failed(timestampLabel, names.timestamp, error instanceof TimestampError ? `${error.kind}: ${error.message}` : `无法读取（${reasonOf(error)}）`);
  }
}

/** The certificate is signed over all of it, by the office whose certificate is in the package. */
export async function checkCertificate(small: Small): Promise<Line> {
  const [pdf, office] = [small.get(names.certificate), small.get(names.officeCertificate)];
  if (!pdf || !office) return notRun(certificateLabel, null, '缺少文件');
  try {
    const { signerPem, timestamp } = await verifyPdf(pdf);
    const isOffice = office.toString().startsWith(signerPem);
    if (!isOffice) return failed(certificateLabel, names.certificate, `签名者不是 ${names.officeCertificate} 的证书`);
    return passed(certificateLabel, names.certificate, `签名者为 ${names.officeCertificate}${timestamp ? `，签名时间戳 ${formatTime(timestamp.genTime)}（北京时间）` : ''}`);
  } catch (error) {
    return failed(certificateLabel, names.certificate, `签名不成立（${reasonOf(error)}）`);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const timestampLabel = '可信时间戳针对该检查点';
const certificateLabel = '证书由出具机构签名且未改动';
