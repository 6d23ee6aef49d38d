/** Why a browser does not show a file: it is gone, the line is, it is a picture, or the browser cannot decode it. */
export type Obstacle = 'gone' | 'offline' | 'picture' | 'undecodable';

/**
 * Asks the server, because the error of an element tells none of it. Of a file on another origin nothing can be asked, and `foreign` is the
 * answer.
 */
export async function obstacleOf(address: string, foreign: Obstacle): Promise<Obstacle> {
  if (new URL(address).origin !== location.origin) return foreign;
  const reply = await fetch(address, { method: 'HEAD', credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(() => null);
  if (reply?.status === 404) return 'gone';
  if (!reply?.ok) return 'offline';
  return reply.headers.get('content-type')?.startsWith('image/') === true ? 'picture' : 'undecodable';
}
