/**
 * Why a browser does not show a file: the file is gone, the network is down, it is a picture, or the browser cannot decode it (`sound`: a
 * recording of sound alone).
 */
export type Obstacle = 'gone' | 'offline' | 'picture' | 'sound' | 'undecodable';

/**
 * Asks the server, because an element's error event carries no reason. A file of another origin cannot be queried; the result is `foreign`
 * then.
 */
export async function obstacleOf(address: string, foreign: Obstacle): Promise<Obstacle> {
  if (new URL(address).origin !== location.origin) return foreign;
  const reply = await fetch(address, { method: 'HEAD', credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(() => null);
  if (reply?.status === 404) return 'gone';
  if (!reply?.ok) return 'offline';
  const [family] = reply.headers.get('content-type')?.split('/') ?? [];
  return family === 'image' ? 'picture' : family === 'audio' ? 'sound' : 'undecodable';
}
