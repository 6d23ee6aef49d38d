import { readUtf8 } from '../../../kit/bytes/bytes.ts';
import { parseVerifierKey, type VerifierKey } from '../cosignatures/verifier-key.ts';
import { parsePolicy } from '../policy/parse-policy.ts';
import { policyErrorText } from '../policy/policy.ts';

/** A log that a witness cosigns. */
export interface KnownLog {
  readonly origin: string;
  /** More than one during a key change. */
  readonly keys: readonly VerifierKey[];
}

export type ParsedLogList =
  | {
      readonly ok: true;
      readonly logs: readonly KnownLog[];
      /** Logs that were skipped, with reasons. A public list may contain key types that this witness cannot check. */
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly errors: readonly string[] };

/**
 * Parses a list of logs: `log` lines of a policy, or a list of the witness network, which begins with `logs/v0`.
 * Source: C2SP tlog-policy; github.com/transparency-dev/witness-network, docs/log-list-format.md.
 */
export function parseLogList(bytes: Uint8Array): ParsedLogList {
  const lines = (readUtf8(bytes) ?? '').split('\n').map((line) => line.trim());
  const first = lines.findIndex((line) => line !== '' && !line.startsWith('#'));
  return lines[first] === networkHeader ? parseNetworkList(lines, first) : parsePolicyLogs(bytes);
}

function parsePolicyLogs(bytes: Uint8Array): ParsedLogList {
  const policy = parsePolicy(bytes, 'optional');
  if (!policy.ok) return { ok: false, errors: policy.errors.map(policyErrorText) };
  return { ok: true, logs: byOrigin(policy.value.logs.map(({ key }) => ({ origin: key.name, key }))), warnings: [] };
}

/** A `vkey` line begins a log. Of the following lines, a witness needs only `origin`. */
function parseNetworkList(lines: readonly string[], first: number): ParsedLogList {
  const found: { key: VerifierKey; origin: string }[] = [];
  const [errors, warnings]: [string[], string[]] = [[], []];
  let isSkipped = true;
  for (const [at, line] of lines.entries()) {
    if (at <= first || line === '' || line.startsWith('#')) continue;
    const blank = line.search(/[ \t]/);
    const [word, value] = blank < 0 ? [line, ''] : [line.slice(0, blank), line.slice(blank).trim()];
    if (word === 'vkey') {
      const key = parseVerifierKey(value);
      isSkipped = !key.ok;
      if (key.ok) found.push({ key: key.value, origin: key.value.name });
      else if (key.fault === 'unknown-algorithm') warnings.push(`line ${at + 1}: a key of a kind that this witness cannot check: ${value}`);
      else errors.push(`line ${at + 1}: not a vkey, or its id does not belong to its name and key: ${value}`);
      continue;
    }
    const log = found.at(-1);
    if (!log && !isSkipped) errors.push(`line ${at + 1}: a log begins with a line vkey`);
    if (word === 'origin' && value === '') errors.push(`line ${at + 1}: an origin line has a value`);
    else if (word === 'origin' && value !== 'none' && log && !isSkipped) log.origin = value;
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, logs: byOrigin(found), warnings };
}

function byOrigin(found: readonly { readonly origin: string; readonly key: VerifierKey }[]): KnownLog[] {
  const logs = new Map<string, VerifierKey[]>();
  for (const { origin, key } of found) {
    const keys = logs.get(origin) ?? [];
    if (!keys.some((known) => known.id === key.id && known.name === key.name)) keys.push(key);
    logs.set(origin, keys);
  }
  return [...logs].map(([origin, keys]) => ({ origin, keys }));
}

const networkHeader = 'logs/v0';
