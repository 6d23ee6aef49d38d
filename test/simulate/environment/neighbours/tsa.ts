import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { honest, sendReply, startAuthority, type Behaviour } from '../../../installation/servers/timestamp-authority.ts';
import { mostStruck, type Neighbour } from './neighbour.ts';

/** A timestamp authority (RFC 3161): a token over another hash, an earlier token once more, a refusal, no answer. */
export async function startTsa(): Promise<Neighbour> {
  const authority = await startAuthority();
  const roots = join(authority.folder, 'roots.pem');
  await writeFile(roots, authority.rootsPem);
  let earlier: Buffer | undefined;
  let left = 0;
  let lie: Behaviour = honest;
  const lies: readonly Behaviour[] = [
    async (query, response, sign) => sendReply(response, await sign(overAnother(query))),
    async (query, response, sign) => sendReply(response, earlier ?? (await sign(overAnother(query)))),
    async (_query, response) => void response.writeHead(500).end('down'),
    async (_query, response) => void response.destroy(),
    // Nothing ever comes back.
    async () => undefined,
  ];
  authority.behave(async (query, response, sign) => {
    if (left > 0) {
      left -= 1;
      return lie(query, response, sign);
    }
    const reply = await sign(query);
    earlier = reply;
    return sendReply(response, reply);
  });
  return {
    environment: { TSA_URL: authority.url, TSA_ROOTS: roots, TSA_INTERVAL_SECONDS: '1' },
    strike: (dice) => void ([lie, left] = [dice.pick(lies) ?? honest, 1 + dice.below(mostStruck)]),
    calm: () => void (left = 0),
    stop: () => authority.stop(),
  };
}

/** The query with another hash: its message imprint is the 32 bytes behind the first octet string of that length. */
function overAnother(query: Buffer): Buffer {
  const changed = Buffer.from(query);
  const at = changed.indexOf(Buffer.from([0x04, 0x20]));
  if (at >= 0) changed.writeUInt8(changed.readUInt8(at + 2) ^ 1, at + 2);
  return changed;
}
