import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A proxy for a browser without a network: it ends every connection. */
export interface Refuser {
  /** For --proxy-server. */
  readonly proxy: string;
  /** How many connections were attempted. */
  attempts(): number;
  close(): Promise<void>;
}

export async function openRefuser(): Promise<Refuser> {
  const sockets = new Set<Socket>();
  let attempts = 0;
  const server = createServer((socket) => {
    attempts += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.on('error', () => undefined);
  const place = server.address();
  return {
    proxy: `socks5://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}`,
    attempts: () => attempts,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
