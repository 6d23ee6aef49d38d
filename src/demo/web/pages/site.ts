import { once } from 'node:events';
import { createServer } from 'node:http';
import type { CaptureSubject } from '../../data/captures.ts';
import { demoPage } from './demo-page.ts';
import { demoPicture } from './picture.ts';

/** Serves the invented sites on loopback, each under its own name. */
export async function serveDemoPages(subjects: readonly CaptureSubject[], port: number): Promise<{ close(): void }> {
  const server = createServer((request, response) => {
    const { host = '' } = request.headers;
    const path = request.url ?? '/';
    const subject = subjects.find((one) => one.host === host);
    const picture = demoPicture(path);
    if (picture !== null) return void response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(picture);
    if (subject && path.endsWith('.html'))
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(demoPage(subject, `http://${host}${path}`));
    return void response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
