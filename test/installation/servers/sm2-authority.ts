import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { compiled, java } from '../../custody/bouncy-castle.ts';
import { authorityExtensions, rootExtensions, sm2Keys } from '../factories/sm2.ts';
import { oneAtATime, serveOnLoopback } from './loopback.ts';
import { sendReply } from './timestamp-authority.ts';

/** A real RFC 3161 authority for SM2: Bouncy Castle signs behind a small HTTP server. Stop it also after a failure. */
export async function startSm2Authority() {
  const keys = await sm2Keys();
  const rootPem = await keys.issue('root', null, rootExtensions);
  const certificatePem = await keys.issue('tsa', 'root', authorityExtensions);
  const words = ['-cp', await compiled('Sm2Authority', keys.folder), 'Sm2Authority'];
  const child = spawn(java.path, [...words, ...['tsa.key', 'tsa.pem', 'root.pem'].map(keys.path)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const inTurn = oneAtATime();
  const sign = (query: Buffer): Promise<Buffer> =>
    inTurn(async () => {
      child.stdin.write(`${query.toString('hex')}\n`);
      const { value } = await answers.next();
      return Buffer.from(String(value), 'hex');
    });
  const server = await serveOnLoopback(async (request, response) =>
    sendReply(response, await sign(Buffer.concat(await request.toArray()))),
  );
  return {
    url: `${server.origin}/tsr`,
    rootPem,
    certificatePem,
    async stop() {
      await server.stop();
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'close');
      await keys.remove();
    },
  };
}
