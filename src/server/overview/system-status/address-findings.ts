import { connect } from 'node:tls';
import { formatDay } from '../../../domain/kit/text/time.ts';
import { readStorageUrl } from '../../platform/installation/storage-url.ts';
import { build } from '../../platform/runtime/build.ts';
import type { Config } from '../../platform/runtime/config.ts';
import { addressFault, publicBaseOf } from '../../platform/runtime/public-address.ts';
import { databaseCertificateEnd } from './database-certificate.ts';
import { advice, type SystemFinding } from './finding.ts';

type AddressConfig = Pick<Config, 'publicUrl' | 'host' | 'port' | 'production' | 'trustProxy'>;

/** A production installation needs a public address; a trial installation does not. */
export function publicAddressFinding(config: AddressConfig): SystemFinding {
  const fault = addressFault(config);
  const base = publicBaseOf(config);
  const line = { item: 'public address', name: '对外地址' } as const;
  if (fault === null) return { ...line, state: 'ok', detail: base, text: base };
  return {
    ...line,
    state: config.production ? 'bad' : 'warn',
    detail: fault,
    text: `${base} 只在本机可用，证书上的二维码扫描后无法打开`,
    ...advice('set PUBLIC_URL and restart before a certificate is given out', '设置 PUBLIC_URL 并重启后再签发证书'),
  };
}

/** Proxy facts of the page's own call; null in the command, which has no such call. */
export interface Forwarded {
  readonly isForwarded: boolean;
}

export function proxyFinding(config: AddressConfig, seen: Forwarded | null): SystemFinding {
  const line = { item: 'proxy', name: '反向代理' } as const;
  const isBehind = config.publicUrl?.startsWith('https:') === true || seen?.isForwarded === true;
  if (isBehind && !config.trustProxy)
    return {
      ...line,
      state: 'bad',
      detail: 'a proxy stands before this server (PUBLIC_URL is https, or its headers came), and TRUST_PROXY is 0: all callers are one',
      text: '系统位于反向代理之后，但未设置 TRUST_PROXY，所有访问都记为代理的地址',
      ...advice('set TRUST_PROXY=1 where the proxy appends X-Forwarded-For', '确认代理会附加 X-Forwarded-For 后，设置 TRUST_PROXY=1'),
    };
  if (config.trustProxy && seen && !seen.isForwarded)
    return {
      ...line,
      state: 'bad',
      detail: 'TRUST_PROXY is 1, and this call came without X-Forwarded-For: past the proxy, or the proxy does not append it',
      text: '已设置 TRUST_PROXY，但本次访问没有 X-Forwarded-For：绕过了代理，或代理没有附加该请求头',
      ...advice(
        'let the proxy append it, and nobody else reach the port (HOST, firewall)',
        '由代理附加该请求头，并禁止他人直接访问端口（HOST、防火墙）',
      ),
    };
  if (config.trustProxy && (config.host === '0.0.0.0' || config.host === '::'))
    return {
      ...line,
      state: 'warn',
      detail: `it listens on ${config.host}: whoever reaches the port past the proxy may write any X-Forwarded-For`,
      text: `监听 ${config.host}：绕过代理访问端口的人可以伪造 X-Forwarded-For`,
      ...advice(
        'set HOST to the address that the proxy uses, or close the port to others',
        '将 HOST 设为代理使用的地址，或用防火墙限制端口',
      ),
    };
  const detail = config.trustProxy ? 'one proxy is trusted (TRUST_PROXY=1)' : 'none (TRUST_PROXY=0)';
  return { ...line, state: 'ok', detail, text: config.trustProxy ? '信任一层代理' : '没有代理' };
}

/** Whether the public address leads to a server of this release. */
export async function reachFindings(config: AddressConfig): Promise<SystemFinding[]> {
  if (config.publicUrl === undefined || addressFault(config) !== null) return [];
  const line = { item: 'reached from outside', name: '对外访问' } as const;
  const address = `${publicBaseOf(config)}/healthz`;
  const todo = advice('look at the proxy, its certificate and the address of the name', '检查代理、代理的证书和域名解析');
  const failed = (detail: string, text: string): SystemFinding[] => [{ ...line, state: 'warn', detail, text, ...todo }];
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(3000), redirect: 'manual' });
    const { version } = (await reply.json()) as { version?: unknown };
    if (!reply.ok || typeof version !== 'string')
      return failed(`${address} answers ${reply.status}, and not as this product`, `${address} 的应答不是本系统`);
    const same = version === build.version;
    return [{ ...line, state: same ? 'ok' : 'warn', detail: `${address} says release ${version}`, text: `可访问，版本 ${version}` }];
  } catch (error) {
    const reason = error instanceof Error ? ((error.cause as { code?: string } | undefined)?.code ?? error.name) : String(error);
    return failed(`${address} does not answer from here: ${reason}`, `从本机无法访问 ${address}（${reason}）`);
  }
}

/** Expiry of the certificates of all TLS services in use, and of the public address itself. */
export async function certificateFindings(
  config: Pick<Config, 'publicUrl' | 'storageUrl' | 'timestamps' | 'oidc' | 'databaseUrl'>,
  now = new Date(),
): Promise<SystemFinding[]> {
  const storage = config.storageUrl === undefined ? undefined : readStorageUrl(config.storageUrl, process.env).endpoint;
  const asked = [
    { item: 'certificate of PUBLIC_URL', name: '对外地址的证书', url: config.publicUrl },
    { item: 'certificate of the storage', name: '存储服务的证书', url: storage },
    { item: 'certificate of the timestamp authority', name: '时间戳服务的证书', url: config.timestamps.url },
    { item: 'certificate of the identity provider', name: '身份认证服务的证书', url: config.oidc?.issuer },
  ];
  const found = asked.map(async ({ url, ...line }) => {
    if (url === undefined || new URL(url).protocol !== 'https:') return [];
    const endsAt = await certificateEnd(new URL(url));
    return endsAt === null ? [] : [endFinding(line, endsAt, now)];
  });
  return (await Promise.all([...found, databaseCertificateFinding(config, now)])).flat();
}

export function endFinding(line: Pick<SystemFinding, 'item' | 'name'>, endsAt: Date, now: Date): SystemFinding {
  const days = Math.floor((endsAt.getTime() - now.getTime()) / 86_400_000);
  const finding = { ...line, detail: `ends on ${formatDay(endsAt)}, in ${days} days`, text: `${formatDay(endsAt)} 到期，还有 ${days} 天` };
  const todo = advice('renew it', '更换证书');
  if (days < 0) return { ...line, state: 'bad', detail: `ENDED on ${formatDay(endsAt)}`, text: `已于 ${formatDay(endsAt)} 到期`, ...todo };
  return days < 14 ? { ...finding, state: 'warn', ...todo } : { ...finding, state: 'ok' };
}

async function databaseCertificateFinding({ databaseUrl }: Pick<Config, 'databaseUrl'>, now: Date): Promise<SystemFinding[]> {
  const endsAt = databaseUrl === undefined ? null : await databaseCertificateEnd(databaseUrl);
  return endsAt === null ? [] : [endFinding({ item: 'certificate of the database', name: '数据库的证书' }, endsAt, now)];
}

/**
 * Null if the service does not answer, which other lines report. The chain is not validated, so that an expired certificate is readable.
 */
async function certificateEnd({ hostname, port }: URL): Promise<Date | null> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, rejectUnauthorized: false, timeout: 3000 });
    const end = (value: Date | null): void => {
      socket.destroy();
      resolve(value);
    };
    socket.once('secureConnect', () => {
      const { valid_to: validTo } = socket.getPeerCertificate();
      end(validTo ? new Date(validTo) : null);
    });
    socket.once('error', () => end(null));
    socket.once('timeout', () => end(null));
  });
}
