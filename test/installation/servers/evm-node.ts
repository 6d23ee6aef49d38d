import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

interface Call {
  readonly method: string;
  readonly params: unknown[];
}
/** What happens to one call; `forward` passes it to the node. */
export type Behaviour = (call: Call, response: ServerResponse, forward: () => Promise<string>) => Promise<void>;

export const honest: Behaviour = async (_call, response, forward) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(await forward());
};

/** A real EVM node process, behind a server that can answer late, wrong, twice or never. Stop it also after a failure. */
export async function startEvmNode() {
  const bin = join(import.meta.dirname, '../../../node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil');
  const node = spawn(bin, ['--port', '0', '--host', '127.0.0.1'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const end = once(node, 'exit');
  const stopNode = async () => {
    node.kill('SIGTERM');
    await end;
  };
  const url = await Promise.race([
    end.then(() => ''),
    (async () => {
      for await (const line of createInterface(node.stdout)) {
        const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(line)?.[1];
        if (port !== undefined) return `http://127.0.0.1:${port}`;
      }
      return '';
    })(),
  ]);
  if (url === '') throw new Error('the EVM node does not start');
  node.stdout.resume();

  const post = async (body: string): Promise<string> =>
    (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).text();
  const rpc = async <Result>(method: string, ...params: unknown[]): Promise<Result> => {
    const reply = JSON.parse(await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))) as {
      result: Result;
      error?: { message: string };
    };
    if (reply.error) throw new Error(reply.error.message);
    return reply.result;
  };
  /** A node that mines at once answers before it has mined: on a busy machine the next request would come too early. */
  const settled = async ({ method }: Call, answer: string): Promise<string> => {
    const { result: hash } = JSON.parse(answer) as { result?: string };
    if (method !== 'eth_sendRawTransaction' || hash === undefined || !(await rpc<boolean>('anvil_getAutomine'))) return answer;
    for (let look = 0; look < 100 && (await rpc('eth_getTransactionReceipt', hash)) === null; look += 1) await sleep(10);
    return answer;
  };
  let behaviour = honest;
  let lastAuthorization: string | undefined;
  const server = createServer((request, response) => {
    lastAuthorization = request.headers.authorization;
    const answer = async () => {
      const body = Buffer.concat(await request.toArray()).toString();
      const call = JSON.parse(body) as Call;
      await behaviour(call, response, async () => settled(call, await post(body)));
    };
    answer().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');

  return {
    url: `http://127.0.0.1:${address.port}`,
    /** The first of the node's own funded accounts; its key is published with the node. */
    key: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
    /** The header of the last request. */
    authorization: () => lastAuthorization,
    behave(next: Behaviour) {
      behaviour = next;
    },
    /** Calls the node directly. */
    rpc,
    async stop() {
      server.closeAllConnections();
      await promisify(server.close.bind(server))();
      await stopNode();
    },
  };
}

export type EvmNode = Awaited<ReturnType<typeof startEvmNode>>;
