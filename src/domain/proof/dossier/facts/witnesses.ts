import { sameBytes } from '../../../kit/bytes/bytes.ts';
import { parseUrl } from '../../../kit/text/parse-url.ts';
import { judgePolicy, type PolicyVerdictFault } from '../../tlog/policy/judge-policy.ts';
import { parsePolicy } from '../../tlog/policy/parse-policy.ts';
import type { Policy, PolicyWitness } from '../../tlog/policy/policy.ts';
import { quorumTimes } from '../../tlog/policy/quorum-times.ts';
import { parseNote } from '../../tlog/signed-note.ts';
import { parseTlogProof } from '../../tlog/tlog-proof.ts';
import type { Checked } from './log.ts';

/** Who besides the log signed the checkpoint of the evidence's proof, judged by the office's published policy. */
export interface WitnessFacts {
  /** Whether all cosignatures of listed witnesses are valid; `absent` if the package has no policy, or one without witnesses. */
  readonly checked: Checked;
  /** Number of witnesses in the policy. Keys with the same name count as one witness. */
  readonly listed: number;
  /** The listed witnesses that cosigned, by key name, with their latest time: RFC 3339, null if the witness states no time. */
  readonly cosigned: readonly { readonly name: string; readonly at: string | null }[];
  /** Whether they meet the policy. */
  readonly isMet: boolean;
  /** When enough of them had signed, by their own times; null if there are not enough, or they state no time. */
  readonly metAt: string | null;
  /** Size of the checkpoint; null if it cannot be read. */
  readonly size: number | null;
  /** What the package says of who runs those that cosigned, each as a clause. */
  readonly operators: readonly string[];
  /** Names of all signers besides the log; unverified. */
  readonly others: readonly string[];
}

/** @param policy the package's policy; undefined if absent or changed. @param office names of the office, the log's first. */
export function witnessFacts(
  proof: Uint8Array | undefined,
  policy: Uint8Array | undefined,
  office: readonly [origin: string, ...string[]],
): WitnessFacts {
  const [origin] = office;
  const read = parseTlogProof(proof ?? new Uint8Array(0));
  const checkpoint = read.ok ? read.value.checkpoint : new Uint8Array(0);
  const parsed = policy && parsePolicy(policy);
  const none = {
    listed: 0,
    cosigned: [],
    isMet: false,
    metAt: null,
    size: null,
    operators: [],
    others: othersOf(checkpoint, origin),
  };
  if (!parsed) return { ...none, checked: { state: 'absent' } };
  if (!parsed.ok) return { ...none, checked: { state: 'lacking', why: '见证策略的格式错误' } };
  const keyNames = parsed.value.witnesses.map(({ key }) => key.name);
  const listed = new Set(keyNames).size;
  if (listed === 0 || !read.ok) return { ...none, listed, checked: { state: 'absent' } };
  const { fault, witnesses, checkpoint: judged } = judgePolicy(parsed.value, checkpoint);
  const isHeld = fault === null || fault === 'too-few-witnesses';
  return {
    ...none,
    listed,
    checked: isHeld ? { state: 'held' } : { state: fault === 'wrong-signature' ? 'broken' : 'lacking', why: reasonOf(fault) },
    cosigned: [...new Set(keyNames)].flatMap((name) => {
      const times = witnesses.flatMap(({ hasCosigned, time }, at) => (hasCosigned && keyNames[at] === name ? [time ?? 0] : []));
      return times.length > 0 ? [{ name, at: timeOf(Math.max(...times)) }] : [];
    }),
    isMet: fault === null,
    metAt: timeOf((fault === null ? quorumTimes(parsed.value, witnesses) : null)?.notAfter ?? null),
    size: judged?.size ?? null,
    operators: [
      ...new Set(
        parsed.value.witnesses.flatMap((witness, at) =>
          witnesses[at]?.hasCosigned === true ? [`“${witness.key.name}”${operatorText(witness, parsed.value, office)}`] : [],
        ),
      ),
    ],
  };
}

function reasonOf(fault: PolicyVerdictFault): string {
  if (fault === 'unknown-log') return '见证策略没有列出本日志';
  if (fault === 'wrong-signature') return '其中有签名不是该见证方的公钥所签';
  if (fault === 'no-known-key') return '检查点没有策略所列日志的签名';
  return '检查点无法读取';
}

/** A time beyond the range of `Date` counts as no time. */
function timeOf(seconds: number | null): string | null {
  const instant = new Date((seconds ?? 0) * 1000);
  return seconds === null || seconds === 0 || Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}

function othersOf(checkpoint: Uint8Array, origin: string): readonly string[] {
  const note = parseNote(checkpoint);
  const others = note.ok ? note.value.signatures.filter(({ name }) => name !== origin) : [];
  return [...new Set(others.map(({ name }) => name))].slice(0, 20);
}

/**
 * Who runs a witness, as a clause, by what the office's policy says of it: its key, its names, and the address where it is asked. The
 * office wrote the policy, so no address in it makes a witness a third party.
 * @param office names and origin by which the office is known: of its log, and in its certificate.
 */
export function operatorText({ name, key, url }: PolicyWitness, { logs }: Policy, office: readonly string[]): string {
  if (logs.some((log) => sameBytes(log.key.publicKey, key.publicKey))) return '用的就是日志的密钥';
  const known = new Set(office.map((one) => one.trim().toLowerCase()).filter((one) => one !== ''));
  if ([name, key.name].some((one) => known.has(one.toLowerCase()))) return '与出具机构或者其日志同名';
  const host = (url === null ? undefined : parseUrl(url)?.hostname)?.replace(/\.$/, '').toLowerCase();
  if (!host) return '没有写明地址';
  const domains = [...known].map((one) => one.split('/', 1)[0] ?? '').filter(isPublicName);
  if (domains.some((domain) => domainOf(domain) === domainOf(host))) return `的地址 ${host} 在出具机构的域名之下`;
  return isPublicName(host) ? `的地址为 ${host}` : `的地址 ${host} 是本机、内部网络或者没有域名的地址`;
}

function isPublicName(host: string): boolean {
  return /^(?:[^.:[\]]+\.)+(?!(?:localhost|local|internal|intranet|lan|arpa|localdomain|test|invalid)$)[a-z][a-z\d-]+$/.test(host);
}

/** The part of a name that somebody registers: two labels, three under second levels such as com.cn or bj.cn. */
function domainOf(host: string): string {
  const labels = host.split('.');
  const isSecondLevel = /^(?:com|net|org|gov|edu|ac|mil|co|[a-z]{2})\.[a-z]{2}$/.test(labels.slice(-2).join('.'));
  return labels.slice(isSecondLevel ? -3 : -2).join('.');
}
