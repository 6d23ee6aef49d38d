import { explorerPath, type ExplorerReply } from '../../contract/console/explorer.ts';

export type Answer = { readonly kind: 'told'; readonly reply: ExplorerReply } | { readonly kind: 'failed'; readonly text: string };

/** Queries the public lookup without sending a token. */
export async function askExplorer(query: string, signal: AbortSignal): Promise<Answer> {
  try {
    const response = await fetch(`${explorerPath}?${new URLSearchParams({ q: query })}`, { signal, credentials: 'omit' });
    if (response.status === 429) return { kind: 'failed', text: '查询过于频繁，请稍后再试' };
    if (!response.ok) return { kind: 'failed', text: '暂时无法查询，请稍后再试' };
    return { kind: 'told', reply: (await response.json()) as ExplorerReply }; // the wire is parsed here
  } catch {
    return { kind: 'failed', text: '网络异常，请检查网络后重试' };
  }
}
