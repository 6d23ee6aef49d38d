import { sha256 as hashSha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { verifySm2Digest } from '../guomi/sm2.ts';
import { chainFault, isSelfSigned, readSm2Chain, type Sm2Certificate } from '../guomi/sm2-certificate.ts';
import { isWrittenAsOurs } from '../guomi/sm2-cms-write.ts';
import { verifySm2Cms, type CmsFault, type SignedContent } from '../guomi/sm2-cms.ts';
import { encodeSm2Entry } from '../guomi/sm2-entry.ts';
import { isPdf, isSm2Signature, packageNames as names, parseSums, sm2Names, sm2Signed } from '../evidence/package-names.ts';
import { formatTime } from '../../kit/text/time.ts';
import { sameBytes } from '../../kit/bytes/bytes.ts';
import type { TrustedLog } from '../tlog/checkpoint.ts';
import { fromPem, toPem } from '../cms/der.ts';
import { verifyTimestamp } from '../cms/verify-timestamp.ts';
import { hashEntry, type ZipTools } from '../../kit/zip/zip-content.ts';
import { faultText } from './fault-texts.ts';
import { failed, notRun, passed, type Line } from './line.ts';
import { entryFaults } from './logged-entry.ts';
import { decodeLossy } from './decode-lossy.ts';
import type { PackageFiles } from './package-files.ts';

interface Given {
  readonly log: TrustedLog;
  readonly now: Date;
  /** Certificates of the timestamp authorities that the verifier trusts. */
  readonly rootsPem: string | undefined;
}

/**
 * Checks the second track of a package: the log names its certificate, the certificate signed both checksum lists and every PDF, the SM3
 * list is correct, and the authority's token is valid. A package without a second track gets no line.
 */
export async function checkSecondTrack(files: PackageFiles, given: Given): Promise<SecondTrackReport> {
  const { small, order } = files;
  const pem = small.get(names.sm2Certificate);
  if (!pem) {
    const stray = order.filter((name) => isSm2Signature(name) || ofTrack.has(name));
    return unread(...stray.map((name) => failed(certificateLabel, name, `证据包没有 ${names.sm2Certificate}`)));
  }
  const [own, ...others] = readSm2Chain(decodeLossy(pem)) ?? [];
  if (!own) return unread(failed(certificateLabel, names.sm2Certificate, '不是 SM2 证书，或者被改动'));
  if (chainFault([own, ...others]) !== null) return unread(failed(certificateLabel, names.sm2Certificate, '证书链不成立'));
  const contents = await contentsOf(files, own);
  const lines = [
    certificateLine(own, small.get(names.sm2Proof), given),
    ...signatureLines(files, contents, [own, ...others]),
    ...(await sm3Lines(files)),
    ...(await tokenLines(files, given)),
  ];
  return { lines, signedPdf: contents.get(names.certificate) };
}

export interface SecondTrackReport {
  readonly lines: readonly Line[];
  /** The evidence's certificate PDF, hashed for the office's SM2 key, so that the dossier's check need not hash it again. */
  readonly signedPdf: SignedContent | undefined;
}

function unread(...lines: Line[]): SecondTrackReport {
  return { lines, signedPdf: undefined };
}

function certificateLine(own: Sm2Certificate, proof: Uint8Array | undefined, { log, now }: Given): Line {
  const sha256 = bytesToHex(hashSha256(own.der));
  if (!proof) return notRun(certificateLabel, names.sm2Certificate, '缺少日志证明');
  const [fault] = entryFaults('这张证书', encodeSm2Entry(sha256), proof, log);
  if (fault !== undefined) return failed(certificateLabel, names.sm2Proof, fault);
  if (now > own.notAfter)
    return notRun(certificateLabel, names.sm2Certificate, `已写入日志；证书已于 ${timeText(own.notAfter)}到期，国密签名的时间无法确认`);
  return passed(
    certificateLabel,
    names.sm2Certificate,
    `已写入日志，有效期至 ${timeText(own.notAfter)}${isSelfSigned(own) ? '（自签名）' : ''}`,
  );
}

/** Checks the signatures of both lists and every PDF, in package order, then reports signatures without a signed file. */
function signatureLines(files: PackageFiles, contents: ReadonlyMap<string, SignedContent>, chain: Chain): Line[] {
  const { order } = files;
  const lines = signedIn(files).map((name) => signatureLine(files, name, contents.get(name), chain));
  const stray = order.filter((name) => isSm2Signature(name) && !order.includes(sm2Signed(name) ?? ''));
  return [...lines, ...stray.map((name) => failed(signatureLabel, name, '没有这个签名所针对的文件'))];
}

/** The signed contents, each hashed once for all checks. */
async function contentsOf(files: PackageFiles, own: Sm2Certificate): Promise<ReadonlyMap<string, SignedContent>> {
  const { small } = files;
  const large = signedIn(files).filter((name) => !small.has(name) && sm2Names(name).some((one) => small.has(one)));
  const contents = large.length > 0 ? await digestsOf(files, large, own) : new Map<string, SignedContent>();
  for (const name of signedIn(files)) {
    const bytes = small.get(name);
    if (bytes) contents.set(name, await contentOf(files.tools, bytes, own));
  }
  return contents;
}

function signedIn({ order }: PackageFiles): readonly string[] {
  return order.filter((name) => name === names.sums || name === names.sm3Sums || isPdf(name));
}

function signatureLine({ small }: PackageFiles, name: string, content: SignedContent | undefined, chain: Chain): Line {
  const [own] = chain;
  const [derName, cmsName] = sm2Names(name);
  const [der, cms] = [small.get(derName), small.get(cmsName)];
  if (!der && !cms) return notRun(signatureLabel, name, '尚无国密签名：制作证据包时签名服务没有应答，请重新下载证据包');
  if (!der || !cms) return failed(signatureLabel, der ? cmsName : derName, '文件缺失');
  if (!content) return failed(signatureLabel, name, '文件缺失或未读取');
  if (!verifySm2Digest(own.key, content.withPrefix(own.key.prefix), der)) return failed(signatureLabel, derName, `与 ${name} 或证书不符`);
  const message = verifySm2Cms(cms, content);
  if (!message.ok) return failed(signatureLabel, cmsName, cmsTexts[message.fault]);
  if (!sameBytes(message.value.signer.der, own.der)) return failed(signatureLabel, cmsName, `签名者不是 ${names.sm2Certificate} 的证书`);
  // Only one encoding is valid: no byte of the signature's frame or of its certificates can vary.
  const isFree = !isWrittenAsOurs(message.value, cms) || !isChain(message.value.certificates, chain);
  if (message.value.form === 'rfc5652' && isFree) return failed(signatureLabel, cmsName, '签名的写法被改动');
  return passed(signatureLabel, name, `签名者为 ${names.sm2Certificate}`);
}

type Chain = readonly [Sm2Certificate, ...Sm2Certificate[]];

function isChain(held: readonly Sm2Certificate[], chain: Chain): boolean {
  return held.length === chain.length && chain.every(({ der }, at) => sameBytes(der, held[at]?.der ?? new Uint8Array(0)));
}

/** Checks that `SM3SUMS` names the same files as `SHA256SUMS`, and that each hashed file has the stated SM3. */
async function sm3Lines({ small, digests, tools }: PackageFiles): Promise<Line[]> {
  const bytes = small.get(names.sm3Sums);
  if (!bytes) return [notRun(sm3Label, null, `证据包没有 ${names.sm3Sums}`)];
  const [sm3, sha256] = [parseSums(decodeLossy(bytes)), parseSums(decodeLossy(small.get(names.sums)))];
  if (!sm3) return [failed(sm3Label, names.sm3Sums, '格式错误')];
  if (!sha256 || [...sm3.keys()].join('\n') !== [...sha256.keys()].join('\n'))
    return [failed(sm3Label, names.sm3Sums, `与 ${names.sums} 列出的文件不同`)];
  const found: { readonly name: string; readonly hash: string | null; readonly isSame: boolean }[] = [];
  for (const [name, stated] of sm3) {
    const content = small.get(name);
    const hash = content ? bytesToHex(await sm3With(tools, content)) : (digests.get(name)?.sm3 ?? null);
    found.push({ name, hash, isSame: hash === stated });
  }
  const wrong = found.filter(({ hash, isSame }) => hash !== null && !isSame);
  if (wrong.length > 0) return wrong.map(({ name }) => failed(sm3Label, name, 'SM3 不同，文件被改动'));
  const unread = found.filter(({ hash }) => hash === null).length;
  const rest = unread === 0 ? '' : `；另有 ${unread} 个只核对了 SHA-256`;
  return [
    { ...passed(sm3Label, names.sm3Sums, `${found.length - unread} 个文件${rest}`), ...(unread > 0 && { option: '加 --sm3 一并核对' }) },
  ];
}

async function tokenLines({ small, tools }: PackageFiles, { rootsPem }: Given): Promise<Line[]> {
  const [token, chain, content] = [small.get(names.sm2Timestamp), small.get(names.sm2TimestampChain), small.get(names.checkpoint)];
  if (!token && !chain) return [];
  if (!token || !chain || !content) return [notRun(tokenLabel, null, '缺少文件')];
  const last = fromPem('CERTIFICATE', decodeLossy(chain)).at(-1);
  if (!last) return [failed(tokenLabel, names.sm2TimestampChain, '没有证书')];
  const roots = rootsPem !== undefined && hasSm2(rootsPem) ? rootsPem : undefined;
  try {
    const imprint = await sm3With(tools, content);
    const { genTime, chainPem } = await verifyTimestamp(token, imprint, roots ?? toPem('CERTIFICATE', [last]), 'sm3');
    if (roots === undefined && chainPem !== decodeLossy(chain))
      return [failed(tokenLabel, names.sm2TimestampChain, '不是该时间戳的证书链')];
    const note = roots === undefined ? '，机构证书取自证据包，时间戳机构未确认' : '';
    return [passed(tokenLabel, names.sm2Timestamp, `${timeText(genTime)}${note}`)];
  } catch (error) {
    return [failed(tokenLabel, names.sm2Timestamp, faultText(error))];
  }
}

function hasSm2(pem: string): boolean {
  return fromPem('CERTIFICATE', pem).some((der) => readSm2Chain(toPem('CERTIFICATE', [der])) !== null);
}

/** Uses the platform's SM3, which is faster than our own. */
async function sm3With(tools: ZipTools, ...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const hash = await tools.createHash('sm3');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

async function contentOf(tools: ZipTools, bytes: Uint8Array, { key }: Sm2Certificate): Promise<SignedContent> {
  return signedContent(await sm3With(tools, bytes), key.prefix, await sm3With(tools, key.prefix, bytes));
}

/** Reads files that were hashed while streaming a second time: the prefix of the SM2 hash is known only once the certificate is read. */
async function digestsOf(
  { reopen, tools }: PackageFiles,
  wanted: readonly string[],
  { key }: Sm2Certificate,
): Promise<Map<string, SignedContent>> {
  return reopen(async (source, entries) => {
    const digests = new Map<string, SignedContent>();
    for (const entry of entries) {
      if (!wanted.includes(entry.name) || digests.has(entry.name)) continue;
      const prefixed = await tools.createHash('sm3');
      prefixed.update(key.prefix);
      const { value } = await hashEntry(tools, source, entry, ['sm3'], prefixed.update.bind(prefixed));
      digests.set(entry.name, signedContent(value.sm3, key.prefix, prefixed.digest()));
    }
    return digests;
  });
}

/** @param withKey SM3 of the key's prefix followed by the bytes; the content verifies under no other key. */
function signedContent(sm3: Uint8Array, keyPrefix: Uint8Array, withKey: Uint8Array): SignedContent {
  return { sm3, withPrefix: (prefix) => (sameBytes(prefix, keyPrefix) ? withKey : new Uint8Array(32)) };
}

function timeText(at: Date): string {
  return `${formatTime(at)}（北京时间）`;
}

const cmsTexts: Record<CmsFault, string> = {
  malformed: '格式错误，无法读取',
  'not-one-signature': '应当有且只有一个签名',
  'no-certificate': '缺少签名者的 SM2 证书',
  'other-algorithm': '签名算法不是 SM3 和 SM2',
  'other-content': '签名针对的是其他内容',
  'other-certificate': '签名没有指明这张证书',
  'wrong-signature': '签名与证书的公钥不符',
};

const ofTrack: ReadonlySet<string> = new Set([names.sm2Proof, names.sm2Timestamp, names.sm2TimestampChain, names.sm3Sums]);
const certificateLabel = '国密证书属于出具机构';
const signatureLabel = '国密签名有效';
const sm3Label = '文件与国密校验清单一致';
const tokenLabel = '国密可信时间戳针对该检查点';
