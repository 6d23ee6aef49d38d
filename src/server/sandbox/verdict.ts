/** The ending of a name that makes the sandbox refuse: 张三不通过. */
const refusedEnding = '不通过';

/** Whether a name has that ending. */
export function isToBeRefused(name: string): boolean {
  return name.trim().endsWith(refusedEnding);
}

/** Why a submission of identity data is refused, in at most 20 characters; null if it is approved. */
export function userFault({ name }: { readonly name: string }): string | null {
  return isToBeRefused(name) ? `测试环境：名称以“${refusedEnding}”结尾` : null;
}

/** The same for an application. */
export function applicationFault({ applicant, titles }: Application): string | null {
  if (isToBeRefused(applicant.name)) return `测试环境：申请人以“${refusedEnding}”结尾`;
  if (isToBeRefused(applicant.address)) return `测试环境：地址以“${refusedEnding}”结尾`;
  return titles.some(isToBeRefused) ? `测试环境：证据以“${refusedEnding}”结尾` : null;
}

interface Application {
  readonly applicant: { readonly name: string; readonly address: string };
  /** Titles of all its evidence. */
  readonly titles: readonly string[];
}
