import type { VerifierKey } from '../cosignatures/verifier-key.ts';

/** Which logs and witnesses a party trusts, and how many of the witnesses must have cosigned. Source: C2SP tlog-policy. */
export interface Policy {
  /** Empty if the log is known from elsewhere. */
  readonly logs: readonly PolicyLog[];
  readonly witnesses: readonly PolicyWitness[];
  readonly groups: readonly PolicyGroup[];
  /** The name of a witness or group, or `none`; null if the file has no quorum line and none was required. */
  readonly quorum: string | null;
}

export interface PolicyLog {
  /** The key's name is the log's origin. */
  readonly key: VerifierKey;
  readonly url: string | null;
}

export interface PolicyWitness {
  /** Local to the policy; the key has its own name. */
  readonly name: string;
  readonly key: VerifierKey;
  readonly url: string | null;
}

export interface PolicyGroup {
  readonly name: string;
  /** How many members must cosign, at least 1. */
  readonly threshold: number;
  /** Names of witnesses and of earlier groups. */
  readonly members: readonly string[];
}

/** The quorum that requires no witness. */
export const noQuorum = 'none';

export type PolicyFault =
  | 'too-large'
  | 'bad-character'
  | 'unknown-keyword'
  | 'wrong-number-of-words'
  | 'bad-key'
  | 'wrong-key-type'
  | 'duplicate-key'
  | 'duplicate-name'
  | 'reserved-name'
  | 'unknown-name'
  | 'member-twice'
  | 'bad-threshold'
  | 'second-quorum'
  | 'no-quorum';

export interface PolicyError {
  /** Counted from 1; 0 if the error concerns the whole file. */
  readonly line: number;
  readonly fault: PolicyFault;
  /** The faulty word, shortened; empty if there is none. */
  readonly word: string;
}

/** Formats an error as one line for an operator. */
export function policyErrorText({ line, fault, word }: PolicyError): string {
  return `${line > 0 ? `line ${line}: ` : ''}${texts[fault]}${word === '' ? '' : `: ${word}`}`;
}

const texts: { readonly [fault in PolicyFault]: string } = {
  'too-large': 'the file is larger than 1 MiB',
  'bad-character': 'a control character other than tab and newline',
  'unknown-keyword': 'a line starts with log, witness, group, quorum or #',
  'wrong-number-of-words': 'too few or too many words for this line',
  'bad-key': 'not a vkey, or its id does not belong to its name and key',
  'wrong-key-type': 'a key of another type: a witness has type 0x04 or 0x06',
  'duplicate-key': 'this public key stands on an earlier line',
  'duplicate-name': 'this name stands on an earlier line',
  'reserved-name': 'no witness or group can have this name',
  'unknown-name': 'no earlier line defines this name',
  'member-twice': 'this name is a member already, here or of another group',
  'bad-threshold': 'the number of members is all, any, or a number from 1 to their count',
  'second-quorum': 'a policy has one quorum line',
  'no-quorum': 'the quorum line is missing',
};
