import { z } from 'zod';
import { digestAlgorithms, type WeakSince } from '../../../../domain/proof/records/digest-algorithms.ts';
import { isKeyName } from '../../../../domain/proof/tlog/note-key.ts';
import { flag, optional, text, webAddress, whole } from './forms.ts';
import { Setting } from './setting.ts';

/** Settings of what proves evidence: certificates, the log, timestamps, a chain, and the scrub of the stored files. */
export const custodySettings = {
  office: {
    /** The issuer's name on certificates. */
    name: text('OFFICE_NAME', '公证处电子存证平台', z.string().trim().min(1).max(60)),
    /** The password that encrypts the signing key; if unset, a secret of the database does. */
    keyPassword: optional('OFFICE_KEY_PASSWORD', z.string().min(8)),
    /** How long before its expiry the certificate is renewed, or a reminder to renew it is shown. */
    noticeDays: whole('OFFICE_CERTIFICATE_NOTICE_DAYS', 60, { min: 1, max: 365 }),
  },
  /** The transparency log. */
  log: {
    /** The log's name, if it is not to be derived from PUBLIC_URL. */
    origin: optional(
      'LOG_ORIGIN',
      z.string().refine(isKeyName, 'must be a name without blanks and plus signs, such as notary.example/log'),
    ),
    /** How often entries are appended. */
    intervalSeconds: whole('LOG_INTERVAL_SECONDS', 2, { min: 1, max: 60 }),
    /** Whether its entries, which contain evidence numbers, are public. */
    publicEntries: flag('LOG_PUBLIC_ENTRIES', false),
  },
  /** The witnesses that are asked to cosign checkpoints. */
  witnesses: {
    /** A file in the format of C2SP tlog-policy. */
    policyFile: optional('WITNESSES', z.string()),
  },
  /** The timestamp authorities for checkpoints: one, and optionally one of the second track (SM2). */
  timestamps: {
    urls: optional('TSA_URL', z.string().transform(readAuthorities)),
    /** A PEM file of the roots that the authority's certificate must chain to. */
    rootsFile: optional('TSA_ROOTS', z.string()),
    /** Pause between two turns of at most `turnRequests` requests each. */
    intervalSeconds: whole('TSA_INTERVAL_SECONDS', 10, { min: 1, max: 86_400 }),
    turnRequests: whole('TSA_TURN_REQUESTS', 20, { min: 1, max: 1000 }),
    /** Whether each evidence also gets its own timestamp. */
    ofEvidence: flag('TSA_EVIDENCE', false),
    /** How far the authority's clock may differ from ours. */
    toleranceSeconds: whole('TSA_TOLERANCE_SECONDS', 300, { min: 1, max: 86_400 }),
  },
  /** The signer of the second track (SM2), and how long one signature may take. */
  sm2: {
    signer: optional('SM2_SIGNER', z.string().transform(readSigner)),
    timeoutSeconds: whole('SM2_SIGNER_TIMEOUT_SECONDS', 10, { min: 1, max: 600 }),
  },
  /** Hash algorithms that are no longer trusted: evidence records that use them are renewed with others. */
  weakAlgorithms: optional('WEAK_ALGORITHMS', z.string().transform(readWeak)),
  /** The EVM chain on which checkpoints' roots are anchored. */
  chain: {
    rpcUrl: optional('CHAIN_RPC_URL', webAddress),
    /** The private key of the account that pays for the transactions. */
    key: optional('CHAIN_KEY', z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')),
    confirmations: whole('CHAIN_CONFIRMATIONS', 12, { min: 1, max: 10_000 }),
    intervalSeconds: whole('CHAIN_INTERVAL_SECONDS', 60, { min: 1, max: 86_400 }),
    /** The highest price offered per unit of gas. */
    maxFeeGwei: whole('CHAIN_MAX_FEE_GWEI', 500, { min: 1, max: 1_000_000 }),
  },
  /** The address of a transaction in the chain's explorer, with `{hash}` as placeholder; by default the built-in explorer. */
  explorerUrl: new Setting(
    'EXPLORER_URL',
    webAddress
      .refine((url) => url.includes('{hash}'), 'must hold {hash}, where the transaction hash goes')
      .default('/explorer/search?q={hash}'),
  ),
  /** Every stored object is rehashed within `cycleDays`, as far as `bytesPerSecond` of one server allows. */
  scrub: {
    bytesPerSecond: whole('SCRUB_BYTES_PER_SECOND', 10_485_760, { min: 1024 }),
    cycleDays: whole('SCRUB_CYCLE_DAYS', 30, { min: 1, max: 3650 }),
  },
};

/** Every listed algorithm counts as weak since 1970, so that all existing records are covered. */
function readWeak(text: string, context: z.RefinementCtx): WeakSince {
  const given = text.split(',').map((name) => name.trim().toLowerCase().replace('-', ''));
  const known = digestAlgorithms.filter((algorithm) => given.includes(algorithm));
  if (known.length !== given.length) context.addIssue({ code: 'custom', message: 'must be of SHA-256, SHA-384 and SHA-512' });
  return Object.fromEntries(known.map((algorithm) => [algorithm, new Date(0)]));
}

/** One address, or two separated by blanks or a comma: the second is an SM2 authority. */
function readAuthorities(text: string, context: z.RefinementCtx): { readonly url: string; readonly sm2Url: string | null } {
  const [url = '', sm2Url = null, ...others] = text.split(/\s+|,(?=https?:)/).filter((part) => part !== '');
  const isGood = [url, ...(sm2Url === null ? [] : [sm2Url])].every((one) => webAddress.safeParse(one).success);
  if (!isGood || others.length > 0)
    context.addIssue({ code: 'custom', message: 'must be an http or https address, or two: the second of an SM2 authority' });
  return { url, sm2Url };
}

/** `exec:` with a command and its arguments (double quotes around those with blanks), or an http(s) address. */
function readSigner(text: string, context: z.RefinementCtx): SignerPlace {
  if (webAddress.safeParse(text).success) return { kind: 'http', url: text };
  const words = [...text.replace(/^exec:/, '').matchAll(/"([^"]*)"|([^\s"]+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
  if (!text.startsWith('exec:') || words.length === 0)
    context.addIssue({ code: 'custom', message: 'must be exec: and a command, or an http or https address' });
  return { kind: 'exec', words };
}

type SignerPlace = { readonly kind: 'exec'; readonly words: readonly string[] } | { readonly kind: 'http'; readonly url: string };
