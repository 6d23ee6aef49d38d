import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';

/** Listens on loopback for any caller: one port for connections, one for datagrams. Answers HTTP requests. */
export async function startListeners() {
  const calls: string[] = [];
  const tcp = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/plain' }).end('heard');
  })
    .on('connection', () => calls.push('connection'))
    .listen(0, '127.0.0.1');
  const udp = createSocket('udp4', (message) => calls.push(`datagram of ${message.length} bytes`)).bind(0, '127.0.0.1');
  await Promise.all([once(tcp, 'listening'), once(udp, 'listening')]);
  const place = tcp.address();
  return {
    /** Incoming calls, in order. */
    calls,
    /** `127.0.0.1:1234` */
    tcpHost: `127.0.0.1:${typeof place === 'object' && place ? place.port : 0}`,
    udpHost: `127.0.0.1:${udp.address().port}`,
    stop(): void {
      tcp.closeAllConnections();
      tcp.close();
      udp.close();
    },
  };
}
