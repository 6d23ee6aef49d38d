import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { isPrivateHost } from '../../../../platform/egress/addresses.ts';
import type { Answer } from '../../../../platform/egress/resolver.ts';

/** The browser's only way out. */
export interface Egress {
  /** For --proxy-server. */
  readonly proxy: string;
  /** The address that connections to a host went to; undefined if there were none. */
  addressOf(host: string): string | undefined;
  /** Refused hosts in the order of their first attempt, with the addresses that they resolved to. */
  refused(): readonly { readonly host: string; readonly addresses: readonly string[] }[];
  /** Whether no address of the host accepted a connection. */
  unreached(host: string): boolean;
  /** Bytes received. */
  received(): number;
  /** Ends the connections that are open. */
  endOpen(): void;
  /** From now on only the connection that last received anything goes on, with up to `moreBytes` above the limit. */
  finishWith(moreBytes: number): void;
  /** Ends every connection and accepts no more. May be called again. */
  close(): Promise<void>;
}

export interface EgressRules {
  readonly allowPrivate: boolean;
  readonly maxBytes: number;
  /** Called once, when more than `maxBytes` was received. */
  readonly onTooMuch: () => void;
  readonly resolve: (host: string) => Promise<Answer>;
  readonly isPrivate: (address: string) => boolean;
}

/**
 * A SOCKS 5 relay on loopback (RFC 1928) that forwards bytes unchanged: TLS stays between the browser and the site. The relay resolves
 * names and opens the connections itself, so every page, redirect, frame, script or websocket reaches only addresses that it checked when
 * connecting, whatever the name resolves to later.
 */
export async function openEgress(rules: EgressRules): Promise<Egress> {
  const sockets = new Set<Socket>();
  const { connect, connected, unreached, refusals } = connector(rules, keep);
  let received = 0;
  let { maxBytes } = rules;
  const clients = new Set<Socket>();
  let latest: Socket | null = null;
  let isLast = false;
  let closing: Promise<void> | undefined;

  const server = createServer((client) => {
    keep(client);
    serve(client).catch(() => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // If the machine has no file descriptors left, the connection is not accepted, and the browser sees it refused.
  server.on('error', () => undefined);
  const place = server.address();

  return {
    proxy: `socks5://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}`,
    addressOf: (host) => connected.get(host.replace(/^\[|\]$/g, '')),
    refused: () => [...refusals].map(([host, addresses]) => ({ host, addresses })),
    unreached: (host) => unreached.has(host.replace(/^\[|\]$/g, '')),
    received: () => received,
    endOpen() {
      for (const client of clients) client.destroy();
    },
    finishWith(moreBytes) {
      isLast = true;
      maxBytes += moreBytes;
      for (const client of clients) if (client !== latest) client.destroy();
    },
    close: () => (closing ??= end()),
  };

  async function end(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  }

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  }

  async function serve(client: Socket): Promise<void> {
    const read = reader(client);
    const { command, host, port } = await readRequest(client, read);
    const remote = command === connectCommand && !isLast ? await connect(host, port) : null;
    client.write(granted);
    if (!remote) return rejectClient(client, read);
    clients.add(client);
    remote.on('data', (chunk: Buffer) => {
      latest = client;
      const before = received;
      received += chunk.length;
      if (before <= maxBytes && received > maxBytes) rules.onTooMuch();
    });
    remote.pipe(client);
    client.pipe(remote);
    client.once('close', () => {
      clients.delete(client);
      remote.destroy();
    });
    remote.once('close', () => client.destroy());
    read.release();
  }
}

/** Opens connections to allowed hosts, and records the outcome of each. `keep` gets every socket before it is open. */
function connector({ allowPrivate, resolve, isPrivate }: EgressRules, keep: (socket: Socket) => void) {
  const connected = new Map<string, string>();
  const unreached = new Set<string>();
  const refusals = new Map<string, readonly string[]>();

  /** The open connection, or null if the host is refused or unreachable. */
  async function connect(host: string, port: number): Promise<Socket | null> {
    const { addresses } = await resolve(host);
    const isRefused = !allowPrivate && (addresses.some(isPrivate) || (addresses.length > 0 && isPrivateHost(host)));
    if (isRefused) {
      refusals.set(host, addresses);
      return null;
    }
    for (const address of addresses) {
      const socket = createConnection({ host: address, port, timeout: connectMs });
      keep(socket);
      if (await opens(socket)) {
        socket.setTimeout(0);
        connected.set(host, address);
        return socket;
      }
      socket.destroy();
    }
    unreached.add(host);
    return null;
  }

  return { connect, connected, unreached, refusals };
}

/** False when the connection is refused or the socket's timeout passes first. */
function opens(socket: Socket): Promise<boolean> {
  return Promise.race([
    once(socket, 'connect').then(
      () => true,
      () => false,
    ),
    once(socket, 'timeout').then(
      () => false,
      () => false,
    ),
  ]);
}

const connectMs = 10_000;
const connectCommand = 1;
const granted = Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
const tlsHandshake = 0x16;
/** TLS alert, fatal, handshake_failure (RFC 8446, 6). */
const tlsRefusal = Buffer.from([0x15, 3, 3, 0, 2, 2, 40]);

/**
 * Ends a refused connection in the protocol that the client would have spoken on it. Chromium would report a SOCKS refusal as a fault of
 * the proxy, without the site's name.
 */
async function rejectClient(client: Socket, read: (bytes: number) => Promise<Buffer>): Promise<void> {
  const [first] = await read(1);
  if (first === tlsHandshake) client.write(tlsRefusal);
  client.end();
  client.resume();
}

/** Reads an exact number of bytes from a socket; `release` lets the rest flow to where it is piped. */
function reader(socket: Socket): ((bytes: number) => Promise<Buffer>) & { release(): void } {
  socket.pause();
  const read = async (bytes: number): Promise<Buffer> => {
    for (;;) {
      if (bytes === 0) return Buffer.alloc(0);
      const chunk: unknown = socket.read(bytes);
      if (Buffer.isBuffer(chunk)) return chunk;
      await once(socket, 'readable', { signal: AbortSignal.timeout(connectMs) });
    }
  };
  return Object.assign(read, { release: () => void socket.resume() });
}

/** Reads the greeting and the request of SOCKS 5 (RFC 1928, 3 and 4). @throws Error if the client speaks another protocol. */
async function readRequest(
  client: Socket,
  read: (bytes: number) => Promise<Buffer>,
): Promise<{ command: number | undefined; host: string; port: number }> {
  const [version, methods = 0] = await read(2);
  if (version !== 5) throw new Error('not SOCKS 5');
  await read(methods);
  client.write(Buffer.from([5, 0]));
  const [, command, , kind] = await read(4);
  const host = await readHost(read, kind);
  return { command, host, port: (await read(2)).readUInt16BE() };
}

async function readHost(read: (bytes: number) => Promise<Buffer>, kind: number | undefined): Promise<string> {
  if (kind === 1) return [...(await read(4))].join('.');
  if (kind === 3) return (await read((await read(1)).readUInt8())).toString('latin1');
  if (kind !== 4) throw new Error('unknown kind of address');
  const bytes = await read(16);
  return Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16)).join(':');
}
