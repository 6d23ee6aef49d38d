import type { Verification } from '../../contract/open/verification.ts';
import { verifyPath } from '../../contract/open/verification-path.ts';

/** Queries the office for a number or a hash; nothing else ever leaves the browser. @throws Error in Chinese. */
export async function lookUp(what: { readonly number: string } | { readonly sha256: string }, signal: AbortSignal): Promise<Verification> {
  const response = await fetch(`${verifyPath}?${new URLSearchParams(what).toString()}`, { credentials: 'omit', signal }).catch(
    (error: unknown) => {
      throw signal.aborted ? error : new Error('网络异常，请检查网络后重试');
    },
  );
  if (response.status === 429) throw new Error('查询过于频繁，请一分钟后重试');
  if (!response.ok) throw new Error('服务器暂时无法核验，请稍后重试');
  return (await response.json()) as Verification; // This office's own server answers by the contract's schema.
}
