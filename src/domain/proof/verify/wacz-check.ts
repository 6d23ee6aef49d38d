import { sha256 as hashSha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { GivenArchive } from '../dossier/facts/archive.ts';
import { parseManifest } from '../evidence/manifest.ts';
import { encodeArchiveKeyEntry } from '../evidence/office-entry.ts';
import { packageNames as names } from '../evidence/package-names.ts';
import type { TrustedLog } from '../tlog/checkpoint.ts';
import { sameBytes } from '../../kit/bytes/bytes.ts';
import { archiveKeyId, signerOf, verifyDigest, type DigestFault } from '../web-archive/archive-digest.ts';
import { archiveName, archivePaths, listedPaths, trafficFile, type ArchivePath } from '../web-archive/archive-names.ts';
import { parseIndex } from '../web-archive/cdxj.ts';
import { parseDatapackage } from '../web-archive/datapackage.ts';
import { captureNotesIn, isFileResult } from '../web-archive/capture-notes.ts';
import { replayFactsIn, replayText, type ReplayFacts } from '../web-archive/replay-facts.ts';
import { fromPem } from '../cms/der.ts';
import { readExactZip, type ZipEntry } from '../../kit/zip/exact-zip.ts';
import { hashEntry, type ZipTools } from '../../kit/zip/zip-content.ts';
import { entrySource } from '../../kit/zip/zip-part.ts';
import { ZipFault, type ZipSource } from '../../kit/zip/zip-records.ts';
import { indexFault } from './index-check.ts';
import { failed, notRun, passed, type Line } from './line.ts';
import { decodeLossy } from './decode-lossy.ts';
import { entryFaults } from './logged-entry.ts';
import { tooLarge, type PackageFiles } from './package-files.ts';
import { readToken } from './timestamp-checks.ts';

interface Given {
  readonly log: TrustedLog;
  /** Certificates of the timestamp authorities that the verifier trusts. */
  readonly rootsPem: string | undefined;
}

export interface ArchiveReport {
  readonly lines: readonly Line[];
  /** What the dossier's lines are derived from; null for a package without an archive. */
  readonly read: ReadArchive | null;
}
export interface ReadArchive extends Pick<GivenArchive, 'replay' | 'notes' | 'signature'> {
  /** The bytes that the token covers; empty if they cannot be read. */
  readonly digest: Uint8Array;
}

/**
 * Checks the web archive of a capture: its structure, every hash in it, its signature by the key that the log names, the token over its
 * digest, and that its traffic is the package's own. No lines if the manifest lists no archive. Nothing in it is executed or written
 * anywhere.
 */
export async function checkArchive(files: PackageFiles, given: Given): Promise<ArchiveReport> {
  const manifest = parseManifest(files.small.get(names.manifest) ?? new Uint8Array(0));
  const listed = manifest.ok ? manifest.value.files : [];
  if (!listed.some(({ name }) => name === archiveName)) return { lines: [], read: null };
  return files.reopen(async (source, entries) => {
    const entryOf = (name: string | undefined) => entries.find((entry) => entry.name === name);
    const archive = entryOf(archiveName);
    if (!archive) return { lines: [failed(labels.structure, archiveName, '文件缺失')], read: null };
    const traffic = listed.find(({ mediaType }) => mediaType === 'application/warc');
    const { lines, digest } = await checkContents(entrySource(files.tools, source, archive), files, traffic?.sha256 ?? null, given);
    const log = entryOf(listed.find(({ role }) => role === 'capture-log')?.name);
    const replay = log ? await readReplay(files, source, log) : null;
    return {
      lines: [...lines, ...(replay ? [replay.line] : [])],
      read: { replay: replay?.facts ?? null, notes: replay?.notes ?? null, signature: signatureIn(lines, digest), digest },
    };
  });
}

/** Whether a key's signature covers the files as they are now. */
function signatureIn(lines: readonly Line[], digest: Uint8Array): GivenArchive['signature'] {
  const own: readonly string[] = [labels.structure, labels.files, labels.signature];
  const wrong = lines.find(({ label, outcome }) => outcome === 'fail' && own.includes(label));
  const keySha256 = wrong ? null : signerOf(digest);
  return keySha256 === null ? { state: 'broken', why: wrong?.reason ?? '没有签名' } : { state: 'held', keySha256 };
}

const labels = {
  structure: '网页存档结构完整',
  files: '网页存档的文件与其清单一致',
  signature: '网页存档的签名有效',
  key: '网页存档的签名密钥已写入日志',
  token: '可信时间戳针对该网页存档',
  traffic: '网页存档的流量记录与证据包的相同',
  index: '网页存档的索引与流量记录一致',
  replay: '重放一致度',
} as const;

/** Checks the archive as a zip: exactly the expected files, each stored uncompressed. */
async function checkContents(
  archive: ZipSource,
  files: PackageFiles,
  trafficSha256: string | null,
  given: Given,
): Promise<{ readonly lines: readonly Line[]; readonly digest: Uint8Array }> {
  const unread = (...lines: Line[]) => ({ lines, digest: new Uint8Array(0) });
  let entries: readonly ZipEntry[];
  try {
    entries = await readExactZip(archive, maxFiles);
  } catch (error) {
    if (error instanceof ZipFault) return unread(failed(labels.structure, archiveName, error.message));
    throw error;
  }
  const faults = structureFaults(entries);
  if (faults.length > 0) return unread(...faults);
  const found = new Map(entries.map((entry) => [entry.name, entry]));
  const small = new Map<string, Uint8Array>();
  for (const name of [archivePaths.datapackage, archivePaths.digest, archivePaths.index, archivePaths.pages]) {
    const entry = found.get(name);
    if (!entry) continue;
    const read = entry.sizeBytes > maxSmallBytes ? null : await files.readWhole(archive, entry);
    if (!read || read.fault !== null) return unread(failed(labels.structure, inside(name), read?.fault ?? tooLarge(entry)));
    small.set(name, read.value);
  }
  const traffic = found.get(archivePaths.traffic);
  const digest = traffic && (await hashEntry(files.tools, archive, traffic, ['sha256']));
  if (!traffic || !digest) return unread(failed(labels.structure, inside(archivePaths.traffic), '文件缺失'));
  const sha256 = bytesToHex(digest.value.sha256);
  const fault = digest.fault === null ? [] : [failed(labels.structure, inside(archivePaths.traffic), digest.fault)];
  const lines = [
    ...(fault.length > 0 ? fault : [passed(labels.structure, archiveName, `${entries.length} 个文件`)]),
    ...resourceLines(small, { sha256, sizeBytes: traffic.sizeBytes }),
    ...signatureLines(small, files, given.log),
    await tokenLine(small, files, given.rootsPem),
    trafficSha256 === sha256
      ? passed(labels.traffic, inside(archivePaths.traffic))
      : failed(labels.traffic, inside(archivePaths.traffic), 'SHA-256 不同'),
    await indexLine(files.tools, archive, traffic, small.get(archivePaths.index) ?? new Uint8Array(0)),
  ];
  return { lines, digest: small.get(archivePaths.digest) ?? new Uint8Array(0) };
}

function structureFaults(entries: readonly ZipEntry[]): Line[] {
  const known = new Set<string>(Object.values(archivePaths));
  const doubled = new Set(entries.map(({ name }) => name)).size < entries.length;
  return [
    ...entries.flatMap(({ name, method }) => {
      if (!known.has(name)) return [failed(labels.structure, inside(name), '不属于网页存档的文件，未读取')];
      if (method !== 'stored') return [failed(labels.structure, inside(name), '没有按原样存放，未读取')];
      return [];
    }),
    ...(doubled ? [failed(labels.structure, archiveName, '同名文件出现两次')] : []),
    ...Object.values(archivePaths)
      .filter((name) => !entries.some((entry) => entry.name === name))
      .map((name) => failed(labels.structure, inside(name), '文件缺失')),
  ];
}

/** Checks each file against `datapackage.json`, which must list all of them. */
function resourceLines(small: ReadonlyMap<string, Uint8Array>, traffic: { readonly sha256: string; readonly sizeBytes: number }): Line[] {
  const listed = parseDatapackage(small.get(archivePaths.datapackage) ?? new Uint8Array(0));
  if (!listed) return [failed(labels.files, inside(archivePaths.datapackage), '格式错误')];
  const isKnown = (path: string) => listedPaths.some((known) => known === path);
  const digestOf = (path: ArchivePath) => {
    const bytes = small.get(path);
    return bytes ? { sha256: bytesToHex(hashSha256(bytes)), sizeBytes: bytes.length } : traffic;
  };
  return [
    ...listedPaths.map((path): Line => {
      const resource = listed.find((one) => one.path === path);
      if (!resource) return failed(labels.files, inside(path), '清单中没有这个文件');
      const { sha256, sizeBytes } = digestOf(path);
      if (resource.bytes !== sizeBytes) return failed(labels.files, inside(path), '文件大小不同');
      return resource.hash === `sha256:${sha256}`
        ? passed(labels.files, inside(path))
        : failed(labels.files, inside(path), 'SHA-256 不同，文件被改动');
    }),
    ...listed.filter(({ path }) => !isKnown(path)).map(({ path }) => failed(labels.files, inside(path), '清单列出了不属于网页存档的文件')),
  ];
}

function signatureLines(small: ReadonlyMap<string, Uint8Array>, files: PackageFiles, log: TrustedLog): Line[] {
  const subject = inside(archivePaths.digest);
  const signed = verifyDigest(
    small.get(archivePaths.digest) ?? new Uint8Array(0),
    small.get(archivePaths.datapackage) ?? new Uint8Array(0),
  );
  if (!signed.ok) return [failed(labels.signature, subject, digestTexts[signed.fault])];
  const { publicKey } = signed.value;
  const [carried] = fromPem('PUBLIC KEY', decodeLossy(files.small.get(names.archiveKey)));
  const valid = passed(labels.signature, subject, `签名密钥的 SHA-256 为 ${archiveKeyId(publicKey)}`);
  if (!carried) return [valid, failed(labels.key, names.archiveKey, '文件缺失或格式错误')];
  if (!sameBytes(carried, publicKey)) return [valid, failed(labels.key, names.archiveKey, '不是签名的密钥')];
  const proof = files.small.get(names.archiveKeyProof);
  if (!proof) return [valid, failed(labels.key, names.archiveKeyProof, '文件缺失')];
  return [valid, ...keyLines(publicKey, proof, log)];
}

/** Checks that the log names the key: the log entry is rebuilt from the key. */
function keyLines(publicKey: Uint8Array, proof: Uint8Array, log: TrustedLog): Line[] {
  const faults = entryFaults('这个密钥', encodeArchiveKeyEntry(archiveKeyId(publicKey)), proof, log);
  if (faults.length === 0) return [passed(labels.key, names.archiveKeyProof)];
  return faults.map((fault) => failed(labels.key, names.archiveKeyProof, fault));
}

async function tokenLine(small: ReadonlyMap<string, Uint8Array>, files: PackageFiles, rootsPem: string | undefined): Promise<Line> {
  const of = { label: labels.token, token: names.archiveTimestamp, chain: names.archiveTimestampChain };
  return (await readToken(files.small, of, small.get(archivePaths.digest) ?? new Uint8Array(0), rootsPem)).line;
}

/** Checks that every record in the index is present and complete at its position. */
async function indexLine(tools: ZipTools, archive: ZipSource, traffic: ZipEntry, bytes: Uint8Array): Promise<Line> {
  const subject = inside(archivePaths.index);
  const records = parseIndex(decodeLossy(bytes), trafficFile);
  if (!records) return failed(labels.index, subject, '格式错误');
  const fault = await indexFault(tools, entrySource(tools, archive, traffic), records);
  return fault === null ? passed(labels.index, subject, `${records.length} 条记录`) : failed(labels.index, subject, fault);
}

/** Reports the consistency in the capture log without judging it. */
async function readReplay(
  { readWhole }: PackageFiles,
  source: ZipSource,
  log: ZipEntry,
): Promise<{ readonly line: Line; readonly facts: ReplayFacts | null; readonly notes: GivenArchive['notes'] }> {
  const read = await readWhole(source, log);
  if (!read) return { line: notRun(labels.replay, log.name, '取证日志过大，未读取'), facts: null, notes: null };
  const text = decodeLossy(read.value);
  const [facts, notes] = [replayFactsIn(text), captureNotesIn(text)];
  if (!facts) {
    const why = isFileResult(notes) ? '取证的结果是一份文件，没有可以重放的画面' : '取证日志没有重放的记载';
    return { line: notRun(labels.replay, log.name, why), facts, notes };
  }
  const makeLine = facts.consistency === null ? notRun : passed;
  return { line: makeLine(labels.replay, log.name, replayText(facts)), facts, notes };
}

const digestTexts: Record<DigestFault, string> = {
  malformed: '格式错误',
  unsigned: '没有签名',
  'not-anonymous': '签名含有匿名形式之外的字段',
  'other-hash': '签名针对的是另一份清单',
  'bad-key': '不是 P-256 的公钥',
  'wrong-signature': '签名与公钥不符',
};

function inside(path: string): string {
  return `${archiveName}/${path}`;
}

/**
 * Limits the number of reads: if the archive is compressed in its package, reading each file's header means unpacking the archive again.
 */
const maxFiles = 20;
const maxSmallBytes = 16_777_216;
