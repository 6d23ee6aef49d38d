import { createHash } from 'node:crypto';
import { safeFileName } from '../../../domain/kit/text/file-name.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { IncomingFile } from '../../platform/http/upload.ts';
import { takeChunk } from '../../platform/storage/chunked-upload.ts';
import { StorageError } from '../../platform/storage/store.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { readApk, type ApkFacts } from './apk/apk.ts';
import { asRefusal, assertPackageName, zipsOnly } from './package-check.ts';
import type { PackageUploads } from './package-chunks.ts';
import { countWhole, deleteUpload, setFacts, type Upload } from './upload-store.ts';
import { findUpload, openPackage, registerUpload, unusable } from './uploads.ts';

export interface StoredPackage extends ApkFacts {
  /** Refers to the package when a version is added; works once. */
  readonly reference: string;
  readonly fileName: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/**
 * Stores an Android package that is sent as one body, reads its facts, and keeps it for a day.
 * @throws Refusal if it is not an Android package; 413 if it is larger than `maxBytes`.
 */
export async function storePackage(uploads: PackageUploads, file: IncomingFile, maxBytes: number, actor: Actor): Promise<StoredPackage> {
  const fileName = safeFileName(file.name);
  assertPackageName(fileName);
  if (file.bodyBytes !== null && file.bodyBytes > maxBytes + multipartBytes) throw tooLarge();
  const { db } = uploads;
  const { upload, reference } = await registerUpload(db, actor.id, fileName, null);
  try {
    await takeWhole(uploads, upload, file, maxBytes);
    return await finishPackage(uploads, reference, actor);
  } catch (error) {
    await deleteUpload(db, upload.id);
    throw error;
  }
}

/** Stores the body as a single chunk. */
async function takeWhole(
  { db, stages, passing }: PackageUploads,
  { id, stage }: Upload,
  file: IncomingFile,
  maxBytes: number,
): Promise<void> {
  const { bytes, keep } = passing.follow(id, 0, zipsOnly(file.bytes()));
  const incoming = { start: 0, bytes, maxBytes };
  await takeChunk(db, await stages.open(stage), incoming, (tx, chunk) => countWhole(tx, id, chunk)).catch((error: unknown) => {
    throw error instanceof StorageError && error.kind === 'too_large' ? tooLarge() : asRefusal(error);
  });
  keep();
}

/**
 * Checks a complete upload. Safe to repeat, because the response may have been lost.
 * @throws Refusal if it is not an Android package, which deletes the upload, or if it is incomplete.
 */
export async function finishPackage(uploads: PackageUploads, reference: string, actor: Actor): Promise<StoredPackage> {
  const { db } = uploads;
  const upload = await findUpload(db, reference, actor.id);
  if (upload.size_bytes === null || upload.offset_bytes !== upload.size_bytes) throw refuse('安装包尚未上传完整，请重新选择该文件继续上传');
  const found = factsOf(upload) ?? (await readFacts(uploads, upload, actor));
  return { ...found, reference, fileName: upload.file_name, sizeBytes: Number(upload.size_bytes) };
}

interface PackageFacts extends ApkFacts {
  readonly sha256: string;
}

function factsOf({ sha256, package_name: packageName, version_name: versionName, version_code: versionCode }: Upload): PackageFacts | null {
  return sha256 === null || packageName === null || versionName === null || versionCode === null
    ? null
    : { sha256, packageName, versionName, versionCode: Number(versionCode) };
}

async function readFacts({ db, stages, passing }: PackageUploads, upload: Upload, actor: Actor): Promise<PackageFacts> {
  const whole = await openPackage(db, stages, upload);
  const facts = await readApk(whole).catch(async (error: unknown) => {
    const refusal = error instanceof StorageError && error.kind === 'missing' ? unusable() : asRefusal(error);
    if (refusal !== error) await deleteUpload(db, upload.id);
    throw refusal;
  });
  const sha256 = passing.whole(upload.id, whole.sizeBytes) ?? (await hashOf(whole.stream()));
  await db.transaction().execute(async (tx) => {
    const values = { sha256, package_name: facts.packageName, version_name: facts.versionName, version_code: String(facts.versionCode) };
    const isFirst = await setFacts(tx, upload.id, values);
    if (isFirst)
      await recordTrail(tx, actor, {
        action: '上传安装包',
        object: `upload/${upload.id}`,
        after: { sha256, sizeBytes: whole.sizeBytes, package: facts.packageName, version: facts.versionName },
      });
  });
  return { ...facts, sha256 };
}

async function hashOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

/** Upper limit for the parts of a multipart body other than its file. */
const multipartBytes = 65_536;

function tooLarge(): Error {
  return Object.assign(new Error('the package is too large'), { statusCode: 413 });
}
