import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { readUtf8, utf8 } from '../../../domain/kit/bytes/bytes.ts';
import { formatVerifierKey, type VerifierKey } from '../../../domain/proof/tlog/cosignatures/verifier-key.ts';
import { formatVkey, type NoteKey } from '../../../domain/proof/tlog/note-key.ts';
import { parsePolicy } from '../../../domain/proof/tlog/policy/parse-policy.ts';
import { policyErrorText, type Policy } from '../../../domain/proof/tlog/policy/policy.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { Database } from '../../platform/db/database.ts';
import { StartupError } from '../../platform/runtime/startup-error.ts';

/** Which witnesses the office asks to cosign, and how many cosignatures it requires. */
export interface OfficePolicy {
  readonly policy: Policy;
  /** The published text: the file, preceded by the log's own line if it names no log. */
  readonly text: string;
  /** SHA-256 of the text. */
  readonly sha256: Buffer;
  readonly endpoints: readonly WitnessEndpoint[];
}

/** An address that is asked; several keys may answer there. */
export interface WitnessEndpoint {
  /** The submission prefix of tlog-witness. */
  readonly url: string;
  /** The policy's names for the witnesses at this address. */
  readonly names: readonly string[];
  readonly keys: readonly VerifierKey[];
}

/** Reads the configured policy; null without WITNESSES. @throws StartupError that names the faulty line. */
export async function openOfficePolicy({ witnesses }: Pick<Config, 'witnesses'>, logKey: NoteKey): Promise<OfficePolicy | null> {
  if (witnesses.policyFile === undefined) return null;
  const bytes = await readFile(witnesses.policyFile).catch((error: unknown) => {
    throw new StartupError(`WITNESSES cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  });
  return officePolicy(bytes, logKey);
}

/** @throws StartupError if the policy is invalid or does not cover this log. */
export function officePolicy(bytes: Uint8Array, logKey: NoteKey): OfficePolicy {
  const given = readUtf8(bytes);
  if (given === null) throw new StartupError('WITNESSES must be UTF-8: the office publishes it.');
  const own = formatVkey(logKey);
  const { logs } = mustParse(given);
  if (logs.length > 0 && !logs.some(({ key }) => formatVerifierKey(key) === own))
    throw new StartupError(`WITNESSES names logs, and not this one: ${own}.`);
  const text = logs.length > 0 ? given : `log ${own}\n${given}`;
  const policy = mustParse(text);
  return { policy, text, sha256: createHash('sha256').update(text).digest(), endpoints: endpointsOf(policy) };
}

/** One endpoint per address, whose keys are asked for together. */
function endpointsOf({ witnesses }: Policy): WitnessEndpoint[] {
  const found = new Map<string, { names: string[]; keys: VerifierKey[] }>();
  for (const { name, key, url } of witnesses) {
    const address = addressOf(name, url);
    const known = found.get(address) ?? { names: [], keys: [] };
    found.set(address, { names: [...known.names, name], keys: [...known.keys, key] });
  }
  return [...found].map(([url, of]) => ({ url, ...of }));
}

/** Stores the policy that applies from now on; without one the log stands alone. */
export async function usePolicy(db: Database, policy: OfficePolicy | null): Promise<void> {
  if (!policy) {
    await db.deleteFrom('witness_policy').execute();
    return;
  }
  const { text, sha256 } = policy;
  await db
    .insertInto('witness_policy')
    .values({ text, sha256 })
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet({ text, sha256, set_at: new Date() }))
    .execute();
}

function addressOf(name: string, url: string | null): string {
  const read = url === null || !URL.canParse(url) ? null : new URL(url);
  if (!read || !['http:', 'https:'].includes(read.protocol))
    throw new StartupError(`WITNESSES: witness ${name} needs the address where it is asked, http:// or https://.`);
  // The policy is published, and a query or fragment cannot be part of a prefix.
  if (read.username !== '' || read.password !== '' || read.search !== '' || read.hash !== '')
    throw new StartupError(`WITNESSES: the address of witness ${name} holds more than host and path.`);
  return read.href.replace(/\/+$/, '');
}

function mustParse(text: string): Policy {
  const read = parsePolicy(utf8(text));
  if (!read.ok) throw new StartupError(`WITNESSES is no policy: ${read.errors.map(policyErrorText).join('; ')}.`);
  return read.value;
}
