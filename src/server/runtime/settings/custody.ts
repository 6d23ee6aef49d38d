import { z } from 'zod';
import { digestAlgorithms, type WeakSince } from '../../../domain/records/digest-algorithms.ts';
import { isKeyName } from '../../../domain/tlog/note-key.ts';
import { flag, optional, text, webAddress, whole } from './forms.ts';
import { Setting } from './setting.ts';

/** What proves evidence: certificates, the log, timestamps, a chain, and the scrub over the stored files. */
export const custodySettings = {
  office: {
    /** What certificates are issued as. */
    name: text('OFFICE_NAME', '公证处电子存证平台', z.string().trim().min(1).max(60)),
    /** The password that the signing key is kept under; without one, a secret of the database is. */
    keyPassword: optional('OFFICE_KEY_PASSWORD', z.string().min(8)),
    /** How long before its end the certificate is renewed, or its renewal asked for. */
    noticeDays: whole('OFFICE_CERTIFICATE_NOTICE_DAYS', 60, { min: 1, max: 365 }),
  },
  /** The transparency log. */
  log: {
    /** Its name where PUBLIC_URL is not to give it. */
    origin: optional(
      'LOG_ORIGIN',
      z.string().refine(isKeyName, 'must be a name without blanks and plus signs, such as notary.example/log'),
    ),
    /** How often it grows. */
    intervalSeconds: whole('LOG_INTERVAL_SECONDS', 2, { min: 1, max: 60 }),
    /** Whether its entries, which hold evidence numbers, are for everybody. */
    publicEntries: flag('LOG_PUBLIC_ENTRIES', false),
  },
  /** Who is asked to cosign checkpoints. */
  witnesses: {
    /** A file in the form of C2SP tlog-policy. */
    policyFile: optional('WITNESSES', z.string()),
  },
  /** The authorities whose timestamps checkpoints get: the first, and one of the second track. */
  timestamps: {
    urls: optional('TSA_URL', z.string().transform(readAuthorities)),
    /** A PEM file of the roots that it must lead to. */
    rootsFile: optional('TSA_ROOTS', z.string()),
    /** Between two turns, of at most `turnRequests` requests each. */
    intervalSeconds: whole('TSA_INTERVAL_SECONDS', 10, { min: 1, max: 86_400 }),
    turnRequests: whole('TSA_TURN_REQUESTS', 20, { min: 1, max: 1000 }),
    /** Each evidence gets a timestamp of its own too. */
    ofEvidence: flag('TSA_EVIDENCE', false),
    /** How far its clock may be from ours. */
    toleranceSeconds: whole('TSA_TOLERANCE_SECONDS', 300, { min: 1, max: 86_400 }),
  },
  /** The second track: where its key lies, and how long one signature may take. */
  sm2: {
    signer: optional('SM2_SIGNER', z.string().transform(readSigner)),
    timeoutSeconds: whole('SM2_SIGNER_TIMEOUT_SECONDS', 10, { min: 1, max: 600 }),
  },
  /** Hash algorithms that are not to be relied on any more: what was proved with them is renewed with others. */
  weakAlgorithms: optional('WEAK_ALGORITHMS', z.string().transform(readWeak)),
  /** The EVM chain that checkpoints' roots go to. */
  chain: {
    rpcUrl: optional('CHAIN_RPC_URL', webAddress),
    /** It pays for the transactions. */
    key: optional('CHAIN_KEY', z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')),
    confirmations: whole('CHAIN_CONFIRMATIONS', 12, { min: 1, max: 10_000 }),
    intervalSeconds: whole('CHAIN_INTERVAL_SECONDS', 60, { min: 1, max: 86_400 }),
    /** The most that is offered for a unit of gas. */
    maxFeeGwei: whole('CHAIN_MAX_FEE_GWEI', 500, { min: 1, max: 1_000_000 }),
  },
  /** Where a chain transaction is looked up, `{hash}` in its place: the chain's own explorer, or the built-in one. */
  explorerUrl: new Setting(
    'EXPLORER_URL',
    webAddress
      .refine((url) => url.includes('{hash}'), 'must hold {hash}, where the transaction hash goes')
      .default('/explorer/search?q={hash}'),
  ),
  /** Every stored object is hashed again within the cycle, as far as the rate of one server allows. */
  scrub: {
    bytesPerSecond: whole('SWEEP_BYTES_PER_SECOND', 10_485_760, { min: 1024 }),
    cycleDays: whole('SWEEP_CYCLE_DAYS', 30, { min: 1, max: 3650 }),
  },
};

/** Listed since ever: for what was made before, it does not matter since when. */
function readWeak(text: string, context: z.RefinementCtx): WeakSince {
  const given = text.split(',').map((name) => name.trim().toLowerCase().replace('-', ''));
  const known = digestAlgorithms.filter((algorithm) => given.includes(algorithm));
  if (known.length !== given.length) context.addIssue({ code: 'custom', message: 'must be of SHA-256, SHA-384 and SHA-512' });
  return Object.fromEntries(known.map((algorithm) => [algorithm, new Date(0)]));
}

/** One address, or two between blanks or a comma: the second is an authority of SM2. */
function readAuthorities(text: string, context: z.RefinementCtx): { readonly url: string; readonly sm2Url: string | null } {
  const [url = '', sm2Url = null, ...others] = text.split(/\s+|,(?=https?:)/).filter((part) => part !== '');
  const isGood = [url, ...(sm2Url === null ? [] : [sm2Url])].every((one) => webAddress.safeParse(one).success);
  if (!isGood || others.length > 0)
    context.addIssue({ code: 'custom', message: 'must be an http or https address, or two: the second of an SM2 authority' });
  return { url, sm2Url };
}

/** `exec:` with a command and its arguments, those with blanks in double quotes; or an address. */
function readSigner(text: string, context: z.RefinementCtx): SignerPlace {
  if (webAddress.safeParse(text).success) return { kind: 'http', url: text };
  const words = [...text.replace(/^exec:/, '').matchAll(/"([^"]*)"|([^\s"]+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
  if (!text.startsWith('exec:') || words.length === 0)
    context.addIssue({ code: 'custom', message: 'must be exec: and a command, or an http or https address' });
  return { kind: 'exec', words };
}

type SignerPlace = { readonly kind: 'exec'; readonly words: readonly string[] } | { readonly kind: 'http'; readonly url: string };
