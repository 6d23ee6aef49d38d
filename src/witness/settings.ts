import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { StartupError } from '../server/platform/runtime/startup-error.ts';

export interface WitnessSettings {
  readonly host: string;
  readonly port: number;
  readonly folder: string;
  readonly logsFile: string;
  /** The name for the keys that the first start makes; null to generate one. */
  readonly name: string | null;
}

/** Parses the command line. @param from folder that relative paths start from. @throws StartupError with what is wrong. */
export function readSettings(words: readonly string[], from: string): WitnessSettings {
  const { listen, data, logs, name } = valuesOf(words);
  if (listen === undefined || data === undefined || logs === undefined) throw new StartupError(usage());
  const [, host, port] = /^(\[[0-9a-fA-F:.]+\]|[^:[\]]+):([0-9]{1,5})$/.exec(listen) ?? [];
  if (host === undefined || Number(port) > 65_535)
    throw new StartupError(`--listen ${listen}: expected HOST:PORT, such as 127.0.0.1:7380 or [::]:7380.`);
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port),
    folder: resolve(from, data),
    logsFile: resolve(from, logs),
    name: name ?? null,
  };
}

function valuesOf(words: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...words], options: { listen: text, data: text, logs: text, name: text } }).values;
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : String(error)}\n${usage()}`);
  }
}

function usage(): string {
  return [
    'Usage: npm run witness -- --listen HOST:PORT --data FOLDER --logs FILE [--name NAME]',
    '',
    '  --listen  address to answer on; put a web server with TLS before it',
    '  --data    folder for keys and state, made if it is not there; nobody else may use it',
    '  --logs    the logs to cosign: `log <vkey>` lines, or a list of the witness network (logs/v0); read again when it changes',
    '  --name    name of the keys, such as witness.court.example/w1; fixed at the first start',
  ].join('\n');
}
