import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A fixed address in front of a PostgreSQL that may move: a move cuts existing connections, and new ones go to the new server. */
export interface Forwarder {
  /** On 127.0.0.1. */
  readonly port: number;
  moveTo(to: Place): void;
  /** As a machine that is gone without a word: from now on everything is swallowed, and nobody is told that it is. */
  fallSilent(): void;
  /** Who comes anew is led on again; who was there before hears nothing any more. */
  speakAgain(): void;
  stop(): Promise<void>;
}

interface Place {
  readonly host: string;
  readonly port: number;
}

/** Stop it also after a failure. @param to a PostgreSQL that is reached by a socket. */
export async function startForwarder(to: Place): Promise<Forwarder> {
  let place = to;
  let isSilent = false;
  const sockets = new Set<Socket>();
  /** The other ends of those who are connected. */
  const led = new Map<Socket, Socket>();
  const swallow = (client: Socket): void => {
    sockets.add(client.on('error', () => undefined).on('close', () => sockets.delete(client)));
    client.unpipe();
    client.resume();
  };
  const server = createServer((client) => {
    if (isSilent) return swallow(client);
    const far = connect(`${place.host}/.s.PGSQL.${place.port}`);
    led.set(client, far);
    for (const [socket, other] of [
      [client, far],
      [far, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        if (led.delete(client)) other.destroy();
      });
      socket.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    moveTo(other) {
      place = other;
      cut();
    },
    fallSilent() {
      isSilent = true;
      for (const [client, far] of led) {
        led.delete(client);
        far.unpipe();
        far.destroy();
        swallow(client);
      }
    },
    speakAgain: () => void (isSilent = false),
    async stop() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
