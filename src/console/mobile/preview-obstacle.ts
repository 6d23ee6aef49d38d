/** Why a browser does not show a file: the file is gone, the network is down, it is a picture, or the browser cannot decode it. */
export type Obstacle = 'gone' | 'offline' | 'picture' | 'undecodable';

/**
 * Asks the server, because an element's error event carries no reason. A file of another origin cannot be queried; the result is `foreign`
 * then.
 */
export async function obstacleOf(address: string, foreign: Obstacle): Promise<Obstacle> {
  if (new URL(address).origin !== location.origin) return foreign;
  const reply = await fetch(address, { method: 'HEAD', credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(() => null);
  if (reply?.status === 404) return 'gone';
  if (!reply?.ok) return 'offline';
  return reply.headers.get('content-type')?.startsWith('image/') === true ? 'picture' : 'undecodable';
}
