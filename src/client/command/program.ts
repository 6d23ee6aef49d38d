import { visibleText } from '../../domain/kit/text/visible-text.ts';
import { version } from '../../../package.json';
import { readPublishedKeys } from '../call-methods.ts';
import { NotaryClient } from '../client.ts';
import { NotaryRefusal, NotaryUnreachable } from '../net/refusal.ts';
import { capture } from './capture.ts';
import { exitCodes, type Command, type Context, type ExitCode } from './command.ts';
import { events } from './events.ts';
import { listen } from './listen.ts';
import { packageCommand } from './package.ts';
import { put } from './put.ts';
import { readAddress, readSettings, type Settings } from './settings.ts';
import { status } from './status.ts';
import { verify } from './verify.ts';
import { wait } from './wait.ts';
import { webhookCommands } from './webhook.ts';
import { SettingsError, UsageError } from './usage-error.ts';

const commands: readonly Command[] = [put, status, wait, packageCommand, verify, capture, events, listen, ...webhookCommands];

export interface Io {
  readonly environment: NodeJS.ProcessEnv;
  /** Overrides the path of the settings file. */
  readonly settingsPath?: string;
  out(line: string): void;
  error(line: string): void;
  readonly draw: Context['draw'];
  readonly signal: AbortSignal;
}

/** Runs `notary <command> …` and returns its exit code. Never throws. */
export async function program(words: readonly string[], io: Io): Promise<ExitCode> {
  const isJson = words.includes('--json');
  const bare = words.filter((word) => word !== '--json');
  if (bare[0] === '--version') {
    io.out(isJson ? JSON.stringify({ version }) : version);
    return exitCodes.done;
  }
  const command = commands.find(({ name }) => name.split(' ').every((word, at) => bare[at] === word));
  if (!command || bare.includes('--help')) {
    const isAsked = bare.includes('--help') || bare[0] === 'help';
    (isAsked ? io.out : io.error)(usage());
    return isAsked ? exitCodes.done : exitCodes.usage;
  }
  let settings: Promise<Settings> | undefined;
  const readOnce = () => (settings ??= readSettings(io.environment, io.settingsPath));
  const note = (text: string): void => io.error(isJson ? JSON.stringify({ note: text }) : visibleText(text));
  const onRetry = (error: Error, inMs: number) => note(`${error.message}; again in ${(inMs / 1000).toFixed(1)} s`);
  const patience = { onRetry, retryForMs: command.retryForMs ?? hastyMs, signal: io.signal };
  try {
    return await command.run({
      command,
      words: bare.slice(command.name.split(' ').length),
      isJson,
      settings: readOnce,
      client: async () => new NotaryClient({ ...(await readOnce()), ...patience }),
      publishedKeys: async () => readPublishedKeys({ baseUrl: await readAddress(io.environment, io.settingsPath), ...patience }),
      print: (value, text) => io.out(isJson ? JSON.stringify(value) : visibleText(text)),
      note,
      draw: io.draw,
      signal: io.signal,
    });
  } catch (error) {
    if (io.signal.aborted) return command.isEndless ? exitCodes.done : exitCodes.interrupted;
    const [code, name] = endOf(error);
    const message = error instanceof Error ? error.message : String(error);
    io.error(isJson ? JSON.stringify({ error: { code: name, message } }) : visibleText(`${name}: ${message}`));
    if (error instanceof UsageError && !isJson) io.error(`usage: notary ${command.name} ${command.usage}`);
    return code;
  }
}

const hastyMs = 10_000;

function endOf(error: unknown): readonly [ExitCode, string] {
  if (error instanceof NotaryRefusal) return [exitCodes.refused, error.code];
  if (error instanceof NotaryUnreachable) return [exitCodes.unreachable, 'unreachable'];
  if (error instanceof SettingsError) return [exitCodes.usage, 'settings'];
  if (error instanceof UsageError || isOfFile(error)) return [exitCodes.usage, 'usage'];
  return [exitCodes.fault, 'fault'];
}

function isOfFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR'].includes(String(error.code));
}

function usage(): string {
  return [
    'Usage: notary <command> [--json]',
    '       notary --version',
    '',
    ...commands.map(({ name, usage: words, summary }) => `  ${`${name} ${words}`.trim()}\n      ${summary}`),
    '',
    'Settings: NOTARY_BASE_URL, NOTARY_APP_ID, NOTARY_SECURITY_KEY, NOTARY_USER_ID, or',
    '~/.config/notary/config.json (mode 0600) with baseUrl, appId, securityKey, userId.',
    'Ends with 0 done, 1 refused, 2 cannot be told (yet), 3 no answer, 4 wrong usage or settings, 5 a fault,',
    '130 interrupted.',
  ].join('\n');
}
