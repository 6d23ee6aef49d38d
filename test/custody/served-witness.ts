import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { utf8 } from '../../src/domain/kit/bytes/bytes.ts';
import { verifySignatures } from '../../src/domain/proof/tlog/cosignatures/note-signatures.ts';
import { parseNote } from '../../src/domain/proof/tlog/signed-note.ts';
import { parseLogList } from '../../src/domain/proof/tlog/witness/log-list.ts';
import { listenBacklog, witnessServer } from '../../src/witness/http.ts';
import { openKeys } from '../../src/witness/keys.ts';
import { Witness } from '../../src/witness/witness.ts';
import { SmallLog } from './small-log.ts';

/** The content of a cosignature of each kind, at the time of the witness. */
export const both = [
  ['cosignature-ed25519', 1_800_000_000],
  ['cosignature-ml-dsa-44', 1_800_000_000],
];

/** Starts a witness for each test of a file, behind its server, in a folder of its own; it knows one log. */
export function servedWitness() {
  let server: Server;
  const output: string[] = [];
  const served = {} as { folder: string; url: string; log: SmallLog; witness: Witness };

  async function open(...vkeys: readonly string[]): Promise<void> {
    served.witness = new Witness(served.folder, await openKeys(served.folder, null), () => 1_800_000_000_000);
    const list = parseLogList(utf8(vkeys.map((vkey) => `log ${vkey}\n`).join('')));
    served.witness.knowLogs(list.ok ? list.logs : []);
    server = witnessServer(served.witness, (line) => output.push(line));
    server.listen({ port: 0, host: '127.0.0.1', backlog: listenBacklog });
    await once(server, 'listening');
    served.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async function close(): Promise<void> {
    server.closeAllConnections();
    server.close();
    await served.witness.settled();
  }

  beforeEach(async () => {
    served.folder = await mkdtemp(join(tmpdir(), 'witness-'));
    served.log = new SmallLog('notary.example/log');
    await open(served.log.vkey);
  });
  afterEach(async () => {
    await close();
    await rm(served.folder, { recursive: true, force: true });
  });

  async function ask(path: string, request: RequestInit = {}) {
    const reply = await fetch(`${served.url}${path}`, request);
    return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() };
  }
  return Object.assign(served, {
    output,
    open,
    close,
    get: (path: string) => ask(path),
    post: (body: Uint8Array | string) =>
      ask('/add-checkpoint', { method: 'POST', body: typeof body === 'string' ? body : Buffer.from(body) }),
    /** The cosignatures of an answer, verified over the checkpoint. */
    cosignatures(checkpoint: string, answer: string) {
      const text = checkpoint.slice(0, checkpoint.indexOf('\n\n') + 1);
      const note = parseNote(utf8(`${text}\n${answer}`));
      const known = note.ok ? verifySignatures(note.value, served.witness.keys) : note;
      return known.ok ? known.value.map(({ key, time }) => [key.type, time]) : known.fault;
    },
  });
}
