import { once } from 'node:events';
import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { formatVerifierKey } from '../domain/proof/tlog/cosignatures/verifier-key.ts';
import { parseLogList } from '../domain/proof/tlog/witness/log-list.ts';
import { claimDataDir } from '../server/platform/runtime/data-dir.ts';
import { StartupError, systemReason } from '../server/platform/runtime/startup-error.ts';
import { listenBacklog, witnessServer } from './http.ts';
import { openKeys } from './keys.ts';
import { readSettings, type WitnessSettings } from './settings.ts';
import { Witness } from './witness.ts';

/** `npm run witness`: cosigns the checkpoints of the logs that a file lists. One process, one folder, no database. */
await main().catch((error: unknown) => {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  // npm changes into the project's folder, but paths are relative to where the command was typed.
  const settings = readSettings(process.argv.slice(2), process.env['INIT_CWD'] ?? '.');
  const logs = await readLogs(settings.logsFile);
  const claim = await claimDataDir(settings.folder);
  try {
    const witness = new Witness(settings.folder, await openKeys(settings.folder, settings.name));
    witness.knowLogs(logs);
    await serve(witness, settings);
    await witness.settled();
  } finally {
    await claim.release();
  }
}

/** Serves until a signal ends it. */
async function serve(witness: Witness, { host, port, folder, logsFile }: WitnessSettings): Promise<void> {
  const server = witnessServer(witness, (line) => console.error(line));
  server.listen({ port, host, backlog: listenBacklog });
  await once(server, 'listening').catch((error: unknown) => {
    throw new StartupError(`Cannot listen on ${host}:${port}: ${systemReason(error)}.`);
  });
  const { address, port: bound, family } = server.address() as AddressInfo;
  for (const key of witness.keys) console.log(`Key: ${formatVerifierKey(key)}`);
  for (const { origin, head, fault } of await witness.states()) console.log(`Log: ${origin}, ${fault ?? sizeText(head?.checkpoint.size)}`);
  console.log(`Data: ${folder}`);
  console.log(`Witness listening on http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`);
  process.on('SIGHUP', () => void reload(witness, logsFile));
  watchFile(logsFile, { interval: 5000, persistent: false }, () => void reload(witness, logsFile));
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  unwatchFile(logsFile);
  const closed = once(server, 'close');
  server.close();
  // Answers under way are sent. Idle connections close at once.
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), 5000).unref();
  await closed;
}

function sizeText(size: number | undefined): string {
  return size === undefined ? 'not cosigned yet' : `cosigned up to size ${size}`;
}

/** Reads the list of logs again. If the file cannot be read, the known logs stay. */
async function reload(witness: Witness, path: string): Promise<void> {
  try {
    const logs = await readLogs(path);
    witness.knowLogs(logs);
    console.log(`Read ${path} again: ${logs.length} logs.`);
  } catch (error) {
    console.error(`The list of logs stays as it was. ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function readLogs(path: string) {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new StartupError(`Cannot read the list of logs ${path}: ${systemReason(error)}.`);
  });
  const list = parseLogList(bytes);
  if (!list.ok) throw new StartupError([`${path} is no list of logs:`, ...list.errors].join('\n  '));
  for (const warning of list.warnings) console.error(`${path}, ${warning}`);
  return list.logs;
}
