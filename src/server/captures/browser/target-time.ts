import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** The `Date` header of a target, asked for by HEAD at one of its addresses; null when it says none, or nothing. */
export function askTargetTime(url: string, address: string): Promise<string | null> {
  const { protocol, hostname, port, host, pathname, search } = new URL(url);
  return new Promise((resolve) => {
    const options = {
      host: address,
      port: port === '' ? undefined : Number(port),
      method: 'HEAD',
      path: pathname + search,
      headers: { host },
      timeout: patienceMs,
      agent: false as const,
    };
    // Whether the certificate holds is for the browser to judge: here a clock is read.
    const request =
      protocol === 'https:' ? requestHttps({ ...options, servername: hostname, rejectUnauthorized: false }) : requestHttp(options);
    request.once('response', (response) => {
      resolve(response.headers.date ?? null);
      response.destroy();
    });
    request.once('timeout', () => request.destroy());
    request.once('close', () => resolve(null));
    request.on('error', () => resolve(null));
    request.end();
  });
}

const patienceMs = 3000;
