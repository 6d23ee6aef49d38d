import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** The `Date` header of a target, read by HEAD from one of its addresses; null if it sends no date or does not answer. */
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
    // Validating the certificate is the browser's job; only a clock is read here.
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
