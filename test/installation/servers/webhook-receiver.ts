import { once } from 'node:events';
import { createServer as createPlain, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecure } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { afterAll } from 'vitest';

/** A message as received. */
export interface Received {
  readonly id: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}
export type ReceiverAnswer = (response: ServerResponse, message: Received, request: IncomingMessage) => void;

export interface Receiver {
  /** `http://127.0.0.1:1234` */
  readonly origin: string;
  /** In order of arrival. */
  readonly received: Received[];
  /** Maximum number of concurrent requests. */
  readonly atOnce: () => number;
  /** Sets the answer from now on. */
  answer(how: ReceiverAnswer): void;
  /** Closes the open connections. */
  drop(): void;
  close(): void;
}

/** Starts receivers of webhooks on loopback that answer 200 unless set otherwise. They end with the test file. */
export function webhookReceivers(): (tls?: Tls) => Promise<Receiver> {
  const open: Receiver[] = [];
  afterAll(() => {
    for (const receiver of open) receiver.close();
  });
  return async (tls) => {
    const receiver = await startReceiver(tls);
    open.push(receiver);
    return receiver;
  };
}

interface Tls {
  readonly cert: string;
  readonly key: string;
}

/** A receiver that the caller closes. */
export async function startReceiver(tls?: Tls): Promise<Receiver> {
  const received: Received[] = [];
  let answer: ReceiverAnswer = accept;
  let [underWay, most] = [0, 0];
  const listen = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    underWay += 1;
    most = Math.max(most, underWay);
    response.once('close', () => (underWay -= 1));
    const body = (await buffer(request)).toString();
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const message = { id: headers['webhook-id'] ?? '', path: request.url ?? '', headers, body };
    received.push(message);
    answer(response, message, request);
  };
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    // A client that disconnected needs no answer.
    listen(request, response).catch(() => response.destroy());
  };
  const server: Server = tls ? createSecure(tls, handle) : createPlain(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  const port = typeof place === 'object' && place ? place.port : 0;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return {
    origin: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    received,
    atOnce: () => most,
    answer: (how) => (answer = how),
    drop: () => server.closeAllConnections(),
    close,
  };
}

export const accept: ReceiverAnswer = (response) => response.writeHead(200).end('ok');
export const refuse: ReceiverAnswer = (response) => response.writeHead(500).end('broken');
export const hang: ReceiverAnswer = () => undefined;
export const reset: ReceiverAnswer = (_response, _message, request) => request.socket.resetAndDestroy();
export const redirect: ReceiverAnswer = (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
