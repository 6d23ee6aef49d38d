import { open } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { SettingsError } from './usage-error.ts';

export interface Settings {
  readonly baseUrl: string;
  readonly appId: string;
  readonly securityKey: string;
  /** Owner of the evidence, unless `--user` names one. */
  readonly userId: string | undefined;
}

const variables = {
  baseUrl: 'NOTARY_BASE_URL',
  appId: 'NOTARY_APP_ID',
  securityKey: 'NOTARY_SECURITY_KEY',
  userId: 'NOTARY_USER_ID',
} as const;
type Setting = keyof typeof variables;

export function settingsFile(home = homedir()): string {
  return join(home, '.config', 'notary', 'config.json');
}

/** Reads the environment first, then the file. @throws SettingsError for a missing setting, and for a file that others may read. */
export async function readSettings(environment: NodeJS.ProcessEnv, path = settingsFile()): Promise<Settings> {
  const { wanted, found } = await readFound(environment, path);
  return { baseUrl: wanted('baseUrl'), appId: wanted('appId'), securityKey: wanted('securityKey'), userId: found.userId };
}

/** The address alone, for what needs no account. @throws SettingsError as `readSettings` */
export async function readAddress(environment: NodeJS.ProcessEnv, path = settingsFile()): Promise<string> {
  return environment[variables.baseUrl] || (await readFound(environment, path)).wanted('baseUrl');
}

async function readFound(environment: NodeJS.ProcessEnv, path: string) {
  const given = Object.fromEntries(Object.entries(variables).map(([name, variable]) => [name, environment[variable] || undefined]));
  const isWhole = Object.values(given).every((value) => value !== undefined);
  const stored = isWhole ? {} : await readFile(path);
  const found: Partial<Record<Setting, string>> = { ...stored, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)) };
  const wanted = (name: Setting): string => {
    const value = found[name];
    if (value === undefined) throw new SettingsError(`${name} is missing: set ${variables[name]}, or ${name} in ${path}`);
    return value;
  };
  return { wanted, found };
}

/** The file holds a key, so one that its group or others may read is refused, not merely reported. */
async function readFile(path: string): Promise<Partial<Record<Setting, string>>> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new SettingsError(`${path} cannot be read: ${error.message}`);
  });
  if (!file) return {};
  try {
    const { mode } = await file.stat();
    if ((mode & 0o077) !== 0) throw new SettingsError(`${path} may be read by others; it holds a key: chmod 600 ${path}`);
    return parse(await file.readFile('utf8'), path);
  } finally {
    await file.close();
  }
}

function parse(text: string, path: string): Partial<Record<Setting, string>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SettingsError(`${path} is no JSON`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SettingsError(`${path} is no JSON object`);
  for (const [name, setting] of Object.entries(value))
    if (!(name in variables) || typeof setting !== 'string')
      throw new SettingsError(`${path}: ${name} is not one of ${Object.keys(variables).join(', ')}, as a text`);
  return value;
}
