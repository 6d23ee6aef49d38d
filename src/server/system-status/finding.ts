/** One line of the list: how a thing is, in English for the command and in Chinese for the page. */
export interface SystemFinding {
  /** Name of the line in the command's output. */
  readonly item: string;
  /** 数据库 */
  readonly name: string;
  /** warn: it works, and somebody should know. */
  readonly state: 'ok' | 'warn' | 'bad';
  readonly detail: string;
  readonly text: string;
  /** What to do about it; absent where nothing is to be done. */
  readonly todo?: string;
  readonly advice?: string;
}

/** What there is to do, in both languages; nothing where nothing is. */
export function advice(todo: string, words: string): Pick<SystemFinding, 'todo' | 'advice'> {
  return { todo, advice: words };
}

/** What a look came to; a look that fails, or takes longer than the command may, is a finding of its own. */
export async function looked(
  { item, name }: Pick<SystemFinding, 'item' | 'name'>,
  look: () => Promise<readonly SystemFinding[]>,
  patienceMs = 6000,
): Promise<readonly SystemFinding[]> {
  return new Promise((resolve) => {
    const fail = (error: unknown): void => {
      const detail = error instanceof Error && error.message !== '' ? error.message : String(error);
      resolve([{ item, name, state: 'bad', detail, text: `检查失败：${detail}` }]);
    };
    const timer = setTimeout(() => fail(new Error(`no answer within ${patienceMs / 1000} s`)), patienceMs);
    look()
      .then(resolve, fail)
      .finally(() => clearTimeout(timer));
  });
}
