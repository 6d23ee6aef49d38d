import { parseUrl } from '../../text/parse-url.ts';
import { sameBytes } from '../../tlog/bytes.ts';
import type { Policy, PolicyWitness } from '../../tlog/policy/policy.ts';

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
