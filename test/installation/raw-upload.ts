import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A request written by hand, so that it can pause in the middle. */
export interface RawUpload {
  readonly socket: Socket;
  write(bytes: Buffer | string): Promise<void>;
  /** Everything that the server sent, once it has closed the connection. */
  closed: Promise<string>;
  /** Everything received so far. */
  said(): string;
  /** Resolves with the status when the answer begins. */
  status: Promise<number>;
}

export async function listening(app: FastifyInstance): Promise<number> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Sends the head of a request, and the given part of its body. */
export async function rawUpload(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  begin: Buffer | string = '',
): Promise<RawUpload> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let answered = (_status: number): void => undefined;
  const status = new Promise<number>((resolve) => (answered = resolve));
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    const [, code] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? [];
    if (code !== undefined) answered(Number(code));
  });
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(text)));
  const write = (bytes: Buffer | string) => new Promise<void>((resolve) => void socket.write(bytes, () => resolve()));
  const head = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  await write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`);
  if (begin.length > 0) await write(begin);
  return { socket, write, closed, status, said: () => text };
}
