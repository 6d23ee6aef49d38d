/** One line of the list, in English for the command and in Chinese for the page. */
export interface SystemFinding {
  /** Name of the line in the command's output. */
  readonly item: string;
  /** 数据库 */
  readonly name: string;
  /** warn: it works, but an administrator should know. off: the office has not set it up, so nothing was checked. */
  readonly state: 'ok' | 'warn' | 'bad' | 'off';
  readonly detail: string;
  readonly text: string;
  /** The recommended action; absent if there is none. */
  readonly todo?: string;
  readonly advice?: string;
}

/** The recommended action in both languages. */
export function advice(todo: string, words: string): Pick<SystemFinding, 'todo' | 'advice'> {
  return { todo, advice: words };
}

/** Runs a check. A check that fails or exceeds its time limit becomes a finding itself. */
export async function runCheck(
  { item, name }: Pick<SystemFinding, 'item' | 'name'>,
  check: () => Promise<readonly SystemFinding[]>,
  patienceMs = 6000,
): Promise<readonly SystemFinding[]> {
  return new Promise((resolve) => {
    const fail = (error: unknown): void => {
      const detail = error instanceof Error && error.message !== '' ? error.message : String(error);
      resolve([{ item, name, state: 'bad', detail, text: `检查失败：${detail}` }]);
    };
    const timer = setTimeout(() => fail(new Error(`no answer within ${patienceMs / 1000} s`)), patienceMs);
    check()
      .then(resolve, fail)
      .finally(() => clearTimeout(timer));
  });
}
