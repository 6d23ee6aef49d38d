import { isSandboxLog, sandboxWords } from '../../../domain/proof/evidence/sandbox.ts';
import { businessSettings } from './settings/business.ts';
import { captureSettings } from './settings/captures.ts';
import { custodySettings } from './settings/custody.ts';
import { limitSettings } from './settings/limits.ts';
import { sandboxSettings } from './settings/sandbox.ts';
import { serverSettings } from './settings/server.ts';
import { signInSettings } from './settings/sign-in.ts';
import { readSettings, type ValuesOf } from './settings/setting.ts';
import { webhookSettings } from './settings/webhooks.ts';
import { StartupError } from './startup-error.ts';

/** Every environment variable of the server, under the program's name for it. */
export const settings = {
  ...serverSettings,
  ...custodySettings,
  ...limitSettings,
  ...signInSettings,
  captures: captureSettings,
  webhooks: webhookSettings,
  sandbox: sandboxSettings,
  ...businessSettings,
};

type Settings = ValuesOf<typeof settings>;

/** The settings as the program uses them. Variables that belong together are combined into one value. */
export interface Config
  extends Omit<Settings, 'demo' | 'watermark' | 'previewHosts' | 'chain' | 'oidc' | 'office' | 'sandbox' | 'timestamps'> {
  readonly demo: boolean;
  readonly watermark: boolean;
  /** Mobile previews with addresses on `fromHost` are loaded from `toOrigin`; null if no files were moved. */
  readonly previewSwap: { readonly fromHost: string; readonly toOrigin: string } | null;
  /** Null if no chain is configured. */
  readonly chain: ChainConfig | null;
  /** Null if no identity provider is configured. */
  readonly oidc: OidcConfig | null;
  readonly office: OfficeConfig;
  readonly timestamps: TimestampConfig;
  /** Null unless this installation is a sandbox. */
  readonly sandbox: SandboxConfig | null;
}

export interface OfficeConfig extends Readonly<Settings['office']> {
  /** The marking of everything that a sandbox issues, and of every package; null unless this installation is a sandbox. */
  readonly sandboxNotice: string | null;
}

export type SandboxConfig = Omit<Settings['sandbox'], 'isOn'>;

export interface OidcConfig extends Omit<Settings['oidc'], 'issuer' | 'clientId' | 'clientSecret'> {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface ChainConfig extends Omit<Settings['chain'], 'rpcUrl' | 'key'> {
  readonly rpcUrl: string;
  readonly key: string;
}

export interface TimestampConfig extends Omit<Settings['timestamps'], 'urls'> {
  readonly url?: string | undefined;
  /** The timestamp authority of the second track (SM2); null if none is configured. */
  readonly sm2Url: string | null;
}
export type CaptureConfig = Settings['captures'];
export type Prices = Settings['prices'];

/** Reads the settings from the environment. @throws StartupError that names the variable at fault. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { demo, watermark, previewHosts, chain, oidc, sandbox, timestamps, ...others } = readSettings(settings, env);
  if (others.production && others.captcha.fixedCode !== undefined)
    throw new StartupError('CAPTCHA_FIXED_CODE is for tests; the server does not start with it when NODE_ENV=production');
  if (others.production && demo === '1')
    throw new StartupError('DEMO=1 makes accounts with a known password; it is refused when NODE_ENV=production');
  if (others.database.readUrl !== undefined && others.databaseUrl === undefined)
    throw new StartupError('DATABASE_READ_URL names a standby of DATABASE_URL: set both or none');
  const { rpcUrl, key } = chain;
  if ((rpcUrl === undefined) !== (key === undefined))
    throw new StartupError('CHAIN_RPC_URL and CHAIN_KEY belong together: set both or none');
  if (timestamps.ofEvidence && timestamps.urls === undefined) throw new StartupError('TSA_EVIDENCE=1 needs an authority: set TSA_URL');
  const { from, to } = previewHosts;
  if ((from === undefined) !== (to === undefined))
    throw new StartupError('PREVIEW_HOST_FROM and PREVIEW_HOST_TO belong together: set both or none');
  const provider = providerOf(oidc);
  if (!others.passwordSignIn && provider === null)
    throw new StartupError('PASSWORD_SIGN_IN=0 leaves an identity provider as the only way in: set OIDC_ISSUER');
  return {
    ...others,
    ...sandboxOf(sandbox, others),
    timestamps: timestampsOf(timestamps),
    oidc: provider,
    demo: demo === undefined ? !others.production : demo === '1',
    watermark: watermark === undefined ? others.production : watermark === '1',
    previewSwap: from === undefined || to === undefined ? null : { fromHost: from, toOrigin: new URL(`https://${to}`).origin },
    chain: rpcUrl === undefined || key === undefined ? null : { ...chain, rpcUrl, key },
  };
}

function timestampsOf({ urls, ...others }: Settings['timestamps']): TimestampConfig {
  return { ...others, ...(urls ? { url: urls.url } : {}), sm2Url: urls?.sm2Url ?? null };
}

/**
 * Adapts other settings to a sandbox: certificates and packages carry the sandbox marking, and integrators may capture private addresses.
 * @throws StartupError if LOG_ORIGIN contradicts SANDBOX.
 */
function sandboxOf(
  { isOn, ...sandbox }: Settings['sandbox'],
  { office, captures, log }: Pick<Settings, 'office' | 'captures' | 'log'>,
): Pick<Config, 'sandbox' | 'office' | 'captures'> {
  if (log.origin !== undefined && isSandboxLog(log.origin) !== isOn)
    throw new StartupError('LOG_ORIGIN ends in /sandbox-log in a sandbox (SANDBOX=1), and nowhere else');
  if (!isOn) return { sandbox: null, office: { ...office, sandboxNotice: null }, captures };
  return {
    sandbox,
    office: { ...office, name: `${office.name}（测试）`, sandboxNotice: sandboxWords },
    captures: { ...captures, allowPrivate: true },
  };
}

/** @throws StartupError if only some of the settings are set, or if the provider is reached over a network without TLS. */
function providerOf({ issuer, clientId, clientSecret, ...others }: Settings['oidc']): OidcConfig | null {
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return null;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new StartupError('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all or none');
  const { protocol, hostname } = new URL(issuer);
  if (protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    throw new StartupError('OIDC_ISSUER must be https: passwords and tokens go there');
  return { ...others, issuer, clientId, clientSecret };
}
