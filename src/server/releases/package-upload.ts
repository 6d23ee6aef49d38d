import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { safeFileName } from '../../domain/file-name.ts';
import type { Database, Tx } from '../db/database.ts';
import { refuse } from '../http/refusal.ts';
import type { IncomingFile } from '../http/upload.ts';
import { StorageError, type ObjectStore } from '../storage/store.ts';
import { recordTrail, type Actor } from '../trail/trail.ts';
import { ApkFault } from './apk/apk-fault.ts';
import { readApk, type ApkFacts } from './apk/apk.ts';

export interface KeptPackage extends ApkFacts {
  /** Opens `takeUpload` once. */
  readonly reference: string;
  readonly fileName: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/**
 * Streams an Android package into the store, reads what it says of itself, and remembers it for a day.
 * @throws Refusal when it is no Android package; 413 when it is larger than `maxBytes`.
 */
export async function keepPackage(db: Database, store: ObjectStore, file: IncomingFile, maxBytes: number, actor: Actor): Promise<KeptPackage> {
  const fileName = safeFileName(file.name);
  if (!/[^.]\.apk$/i.test(fileName)) throw refuse('仅支持上传扩展名为.apk的安装包', { file: '仅支持上传扩展名为.apk的安装包' });
  if (file.bodyBytes !== null && file.bodyBytes > maxBytes + multipartBytes) throw tooLarge();
  const { sha256, sizeBytes } = await store.put(zipsOnly(file.bytes()), { maxBytes }).catch((error: unknown) => {
    throw error instanceof StorageError && error.kind === 'too_large' ? tooLarge() : explained(error);
  });
  const read = async (start: number, length: number) => buffer((await store.open(sha256, { start, end: start + length - 1 })).stream);
  const facts = await readApk({ sizeBytes, read }).catch((error: unknown) => {
    throw explained(error);
  });
  const reference = randomBytes(32).toString('base64url');
  await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('app_upload')
      .values({
        reference_hash: hashOf(reference),
        account_id: actor.id,
        sha256,
        size_bytes: String(sizeBytes),
        file_name: fileName,
        package_name: facts.packageName,
        version_name: facts.versionName,
        version_code: String(facts.versionCode),
        expires_at: sql<Date>`now() + interval '1 day'`,
        used_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordTrail(tx, actor, { action: '上传安装包', object: `upload/${id}`, after: { sha256, sizeBytes, package: facts.packageName, version: facts.versionName } });
  });
  return { ...facts, reference, fileName, sha256, sizeBytes };
}

/** Uses an upload of this account up, and gives what a version keeps of it. @throws Refusal when it is none, is used, or is over. */
export async function takeUpload(tx: Tx, reference: string, accountId: string) {
  const upload = await tx
    .updateTable('app_upload')
    .set({ used_at: sql<Date>`now()` })
    .where('reference_hash', '=', hashOf(reference))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['sha256', 'size_bytes', 'file_name', 'package_name', 'version_name', 'version_code'])
    .executeTakeFirst();
  if (!upload) throw refuse('安装包地址无效或已过期，请重新上传', { address: '安装包地址无效或已过期，请重新上传' });
  return upload;
}

/** What is no zip from its first bytes on is refused before anything of it is kept. */
async function* zipsOnly(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (head.length < 4) {
      head = Buffer.concat([head, chunk.subarray(0, 4 - head.length)]);
      if (!zipMagic.subarray(0, head.length).equals(head)) throw new ApkFault('文件不是安装包');
    }
    yield chunk;
  }
  if (head.length < 4) throw new ApkFault('文件不是安装包');
}

const zipMagic = Buffer.from('PK\u0003\u0004');
/** More than the rest of a multipart body around its file. */
const multipartBytes = 65_536;

function explained(error: unknown): unknown {
  if (!(error instanceof ApkFault)) return error;
  const text = `安装包无效：${error.message}`;
  return refuse(text, { file: text });
}

function tooLarge(): Error {
  return Object.assign(new Error('the package is too large'), { statusCode: 413 });
}

function hashOf(reference: string): Buffer {
  return createHash('sha256').update(reference).digest();
}
