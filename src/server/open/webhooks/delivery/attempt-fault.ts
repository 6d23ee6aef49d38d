import { errorCode } from '../../../platform/runtime/startup-error.ts';

/** Why an attempt got no usable response. The integrator sees the kind and the message. */
export type FaultKind = 'timeout' | 'dns' | 'address' | 'connection' | 'tls' | 'answer';

export class AttemptFault extends Error {
  override name = 'AttemptFault';

  constructor(
    readonly kind: FaultKind,
    message: string,
  ) {
    super(message);
  }
}

/** Converts a connection error into a fault with a readable message. */
export function faultOf(error: unknown): AttemptFault {
  if (error instanceof AttemptFault) return error;
  const code = errorCode(error) ?? '';
  const words = connectionWords[code];
  if (words !== undefined) return new AttemptFault('connection', words);
  const message = error instanceof Error ? error.message : String(error);
  if (/^HPE_|^ERR_HTTP/.test(code)) return new AttemptFault('answer', `cannot be read (${code})`);
  if (isOfTls(code, message)) return new AttemptFault('tls', certificateWords(code, message));
  return new AttemptFault('connection', /socket hang up|aborted/.test(message) ? 'ended before the answer did' : firstLine(message));
}

const connectionWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'ended before the answer did',
  EPIPE: 'ended before the answer did',
  ETIMEDOUT: 'nobody answers at the address',
  EHOSTUNREACH: 'the address cannot be reached',
  ENETUNREACH: 'the address cannot be reached',
  ENOTFOUND: 'the name has no address',
};

function isOfTls(code: string, message: string): boolean {
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO|HOSTNAME/.test(code) || /certificate|SSL routines/i.test(message);
}

function certificateWords(code: string, message: string): string {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'the certificate does not fit the name';
  if (code === 'CERT_HAS_EXPIRED') return 'the certificate has expired';
  if (/SELF_SIGNED|UNABLE_TO/.test(code)) return `the certificate is of no known authority (${code})`;
  return firstLine(message);
}

function firstLine(text: string): string {
  return (text.split('\n', 1)[0] ?? '').slice(0, 200);
}
