import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { compiled, java } from '../../custody/bouncy-castle.ts';
import { authorityExtensions, rootExtensions, sm2Keys } from '../factories/sm2.ts';

/** A real RFC 3161 authority of SM2: Bouncy Castle signs, a small HTTP server carries. Stop it also after a failure. */
export async function startSm2Authority() {
  const keys = await sm2Keys();
  const rootPem = await keys.issue('root', null, rootExtensions);
  const certificatePem = await keys.issue('tsa', 'root', authorityExtensions);
  const words = ['-cp', await compiled('Sm2Authority', keys.folder), 'Sm2Authority'];
  const child = spawn(java, [...words, ...['tsa.key', 'tsa.pem', 'root.pem'].map(keys.path)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let last: Promise<unknown> = Promise.resolve();
  const sign = (query: Buffer): Promise<Buffer> => {
    const mine = last.then(async () => {
      child.stdin.write(`${query.toString('hex')}\n`);
      const { value } = await answers.next();
      return Buffer.from(String(value), 'hex');
    });
    last = mine.catch(() => undefined);
    return mine;
  };
  const server = createServer((request, response) => {
    const answer = async () => {
      const reply = await sign(Buffer.concat(await request.toArray()));
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(reply);
    };
    answer().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the authority has no port');
  return {
    url: `http://127.0.0.1:${address.port}/tsr`,
    rootPem,
    certificatePem,
    async stop() {
      server.closeAllConnections();
      await promisify(server.close.bind(server))();
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'close');
      await keys.remove();
    },
  };
}
