/**
 * Why a browser does not show a file: the file is gone, the network is down, the server refuses for now (`limited`) or fails (`failing`),
 * it is a picture, or the browser cannot decode it (`sound`: a recording of sound alone).
 */
export type Obstacle = 'gone' | 'offline' | 'limited' | 'failing' | 'picture' | 'sound' | 'undecodable';

/**
 * Asks the server, because an element's error event carries no reason. A file of another origin cannot be queried; the result is `foreign`
 * then.
 */
export async function obstacleOf(address: string, foreign: Obstacle): Promise<Obstacle> {
  if (new URL(address).origin !== location.origin) return foreign;
  const reply = await fetch(address, { method: 'HEAD', credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(() => null);
  if (!reply) return 'offline';
  if (!reply.ok) return refusalOf(reply.status);
  const [family] = reply.headers.get('content-type')?.split('/') ?? [];
  return family === 'image' ? 'picture' : family === 'audio' ? 'sound' : 'undecodable';
}

/** What an answer other than a success means to the viewer. */
export function refusalOf(status: number): 'gone' | 'limited' | 'failing' {
  if (status === 404) return 'gone';
  return status === 429 ? 'limited' : 'failing';
}

/** What a viewer may try again, in the words that are so. */
export const passingObstacles = {
  offline: '网络异常，请检查网络后重试',
  limited: '请求过于频繁，请稍后再试',
  failing: '服务暂时不可用，请稍后再试',
} as const;

export function isPassing(obstacle: Obstacle | undefined): obstacle is keyof typeof passingObstacles {
  return obstacle !== undefined && obstacle in passingObstacles;
}
