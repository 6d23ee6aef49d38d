import { access, constants } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readStorageUrl } from '../../platform/installation/storage-url.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { FaultKind } from '../../platform/runtime/faults.ts';
import { advice, type SystemFinding } from './finding.ts';

/** Whether the storage grants every right that this product uses. */
export async function storageFindings({ storageUrl, dataDir }: Pick<Config, 'storageUrl' | 'dataDir'>): Promise<SystemFinding[]> {
  const line = { item: 'storage', name: '文件存储' } as const;
  if (storageUrl === undefined) {
    const folder = resolve(join(dataDir, 'objects'));
    const failed = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
      () => null,
      (error: unknown) => (error as { code?: string }).code ?? 'unknown',
    );
    // The first start creates the folder.
    if (failed === null || failed === 'ENOENT') return [{ ...line, state: 'ok', detail: folder, text: folder }];
    const todo = advice(
      'give it to the user of the server, and look whether the disk is mounted read-only',
      '检查目录的所有者，以及磁盘是否以只读方式挂载',
    );
    return [
      {
        ...line,
        state: 'bad',
        detail: `${folder} cannot be read and written: ${failed}`,
        text: `${folder} 无法读写（${failed}）`,
        ...todo,
      },
    ];
  }
  const place = readStorageUrl(storageUrl, process.env);
  const where = `${place.bucket}${place.endpoint === undefined ? ` in ${place.region}` : ` at ${place.endpoint}`}`;
  // Imported lazily: the S3 client is large, and few installations use it.
  const { refusedRights } = await import('../../platform/storage/s3/rights.ts');
  const refused = await refusedRights(place);
  if (refused.length === 0) return [{ ...line, state: 'ok', detail: `${where}, all rights`, text: `${where}，权限齐全` }];
  const [first] = refused;
  const fault = refused.every((one) => one.fault === first?.fault && one.reason === first.reason) ? first?.fault : null;
  if (first && fault)
    return [
      {
        ...line,
        state: 'bad',
        detail: `${where} cannot be reached: ${first.reason}`,
        text: `无法连接 ${where}：${unreachableWords[fault]}`,
        ...advice('set it right there; the server goes on by itself then', '在存储一侧处理；恢复后系统自动继续'),
      },
    ];
  const refusals = refused.map(({ right, reason }) => `${right}: ${reason}`).join('; ');
  const rights = refused.map(({ right }) => rightWords[right]).join('、');
  return [
    {
      ...line,
      state: 'bad',
      detail: `${where} refuses ${refusals}`,
      text: `${where} 拒绝：${rights}`,
      ...advice('give the credentials these rights on the bucket (docs/operations.md, Files in S3)', '为访问密钥开通存储桶的相应权限'),
    },
  ];
}

const unreachableWords: Readonly<Record<FaultKind, string>> = {
  name: '域名无法解析',
  'certificate ended': '证书已到期',
  'certificate not yet valid': '证书尚未生效',
  'certificate of another name': '证书不属于该域名',
  'certificate untrusted': '证书不受信任',
};

const rightWords = {
  list: '列出文件',
  put: '写入',
  get: '读取',
  delete: '删除',
  multipart: '分段上传',
  'list uploads': '列出未完成的上传',
} as const;
