import { bytesToHex } from '@noble/hashes/utils.js';
import { readUtf8 } from '../../../kit/bytes/bytes.ts';
import { parseVerifierKey, type VerifierKey } from '../cosignatures/verifier-key.ts';
import { noQuorum, type Policy, type PolicyError, type PolicyFault, type PolicyGroup } from './policy.ts';

export type ParsedPolicy = { readonly ok: true; readonly value: Policy } | { readonly ok: false; readonly errors: readonly PolicyError[] };

/**
 * Parses a policy file and reports every faulty line. With an `optional` quorum, as in a plain list of logs, a missing quorum line gives
 * null.
 * Source: C2SP tlog-policy.
 */
export function parsePolicy(bytes: Uint8Array, quorum: 'required' | 'optional' = 'required'): ParsedPolicy {
  if (bytes.length > maxPolicyBytes) return { ok: false, errors: [{ line: 0, fault: 'too-large', word: '' }] };
  // The format is defined on octets. If the file is not UTF-8, each octet becomes one character, and names still compare correctly.
  const text = readUtf8(bytes) ?? octetsOf(bytes);
  const reading = new Reading();
  for (const [at, line] of text.split('\n').entries()) reading.readLine(at + 1, line);
  if (!reading.hasQuorumLine && quorum === 'required') reading.errors.push({ line: 0, fault: 'no-quorum', word: '' });
  const { logs, witnesses, groups, errors } = reading;
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value: { logs, witnesses, groups, quorum: reading.quorum } };
}

class Reading {
  readonly logs: Policy['logs'][number][] = [];
  readonly witnesses: Policy['witnesses'][number][] = [];
  readonly groups: PolicyGroup[] = [];
  quorum: string | null = null;
  /** Also set for a malformed line, so that the error reported is the malformed line, not a missing one. */
  hasQuorumLine = false;
  readonly errors: PolicyError[] = [];

  readLine(number: number, line: string): void {
    const words = line.split(/[ \t]+/).filter((word) => word !== '');
    const found = hasControls(line)
      ? fault('bad-character')
      : words[0] === undefined || words[0].startsWith('#')
        ? null
        : this.#read(words);
    if (found) this.errors.push({ line: number, ...found });
  }

  #read([keyword = '', ...words]: readonly string[]): Found {
    if (keyword === 'log') return this.#readLog(words);
    if (keyword === 'witness') return this.#readWitness(words);
    if (keyword === 'group') return this.#readGroup(words);
    if (keyword === 'quorum') return this.#readQuorum(words);
    return fault('unknown-keyword', keyword);
  }

  #readLog([vkey, url, ...others]: readonly string[]): Found {
    if (vkey === undefined || others.length > 0) return fault('wrong-number-of-words');
    const key = readKey(vkey);
    if (!key) return fault('bad-key', vkey);
    if (isAmong(key, this.logs)) return fault('duplicate-key', vkey);
    this.logs.push({ key, url: url ?? null });
    return null;
  }

  #readWitness([name, vkey, url, ...others]: readonly string[]): Found {
    if (name === undefined || vkey === undefined || others.length > 0) return fault('wrong-number-of-words');
    const taken = this.#nameFault(name);
    if (taken) return taken;
    const key = readKey(vkey);
    if (!key) return fault('bad-key', vkey);
    if (key.type === 'ed25519') return fault('wrong-key-type', vkey);
    if (isAmong(key, this.witnesses)) return fault('duplicate-key', vkey);
    this.witnesses.push({ name, key, url: url ?? null });
    return null;
  }

  #readGroup([name, count, ...members]: readonly string[]): Found {
    if (name === undefined || count === undefined || members.length === 0) return fault('wrong-number-of-words');
    const taken = this.#nameFault(name);
    if (taken) return taken;
    const threshold = readThreshold(count, members.length);
    if (threshold === null) return fault('bad-threshold', count);
    for (const [at, member] of members.entries()) {
      if (!this.#isDefined(member)) return fault('unknown-name', member);
      if (members.indexOf(member) < at || this.groups.some((group) => group.members.includes(member))) return fault('member-twice', member);
    }
    this.groups.push({ name, threshold, members });
    return null;
  }

  #readQuorum([name, ...others]: readonly string[]): Found {
    const isSecond = this.hasQuorumLine;
    this.hasQuorumLine = true;
    if (name === undefined || others.length > 0) return fault('wrong-number-of-words');
    if (isSecond) return fault('second-quorum', name);
    if (name !== noQuorum && !this.#isDefined(name)) return fault('unknown-name', name);
    this.quorum = name;
    return null;
  }

  #nameFault(name: string): Found {
    if (name === noQuorum) return fault('reserved-name', name);
    return this.#isDefined(name) ? fault('duplicate-name', name) : null;
  }

  #isDefined(name: string): boolean {
    return [...this.witnesses, ...this.groups].some((defined) => defined.name === name);
  }
}

type Found = { readonly fault: PolicyFault; readonly word: string } | null;

function fault(kind: PolicyFault, word = ''): Found {
  return { fault: kind, word: word.length > maxShownWord ? `${word.slice(0, maxShownWord)}…` : word };
}

/** A key's name is UTF-8 even in a file that is not. */
function readKey(vkey: string): VerifierKey | null {
  const key = parseVerifierKey(vkey);
  if (!key.ok) {
    const octets = [...vkey].map((letter) => letter.charCodeAt(0));
    const text = octets.every((octet) => octet < 256) ? readUtf8(Uint8Array.from(octets)) : null;
    const again = text === null || text === vkey ? key : parseVerifierKey(text);
    return again.ok ? again.value : null;
  }
  return key.value;
}

/** The same public key under another name or type is the same signer. */
function isAmong(key: VerifierKey, others: readonly { readonly key: VerifierKey }[]): boolean {
  const hex = bytesToHex(key.publicKey);
  return others.some((other) => bytesToHex(other.key.publicKey) === hex);
}

function readThreshold(word: string, members: number): number | null {
  if (word === 'any') return 1;
  if (word === 'all') return members;
  const count = /^[1-9][0-9]{0,3}$/.test(word) ? Number(word) : members + 1;
  return count <= members ? count : null;
}

function hasControls(line: string): boolean {
  return [...line].some((letter) => (letter < ' ' && letter !== '\t') || letter === '\u007f');
}

function octetsOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** Room for about five hundred post-quantum keys. */
const maxPolicyBytes = 1_048_576;
const maxShownWord = 80;
