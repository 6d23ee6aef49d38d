import { DatabaseError } from 'pg';
import { isFullStorage } from '../runtime/fault-words.ts';
import { errorCode } from '../runtime/startup-error.ts';

/** What an operator is told of a call that failed by no fault of theirs: what takes nothing, where that is known, and the call's number. */
export function faultMessage(error: unknown, requestId: string): string {
  const known = isFullStorage(error)
    ? '文件存储空间已满'
    : error instanceof DatabaseError
      ? databaseWords[error.code ?? '']
      : diskWords[errorCode(error) ?? ''];
  const words = known === undefined ? '系统繁忙，请稍后再试' : `${known}，本次操作未保存，请联系系统管理员，恢复后再提交`;
  return `${words}（编号：${requestId}）`;
}

const diskWords: Readonly<Record<string, string>> = {
  EROFS: '文件磁盘处于只读状态',
  ENOSPC: '文件磁盘已满',
  EDQUOT: '文件磁盘配额已用尽',
};

/** By SQLSTATE: the disk is full, and a database that only reads, as a standby that was not promoted. */
const databaseWords: Readonly<Record<string, string>> = {
  '53100': '数据库磁盘已满',
  '25006': '数据库处于只读状态',
};
