import type { Config } from '../../platform/runtime/config.ts';
import { execSigner } from './exec-signer.ts';
import { httpSigner } from './http-signer.ts';
import type { Sm2Signer } from './signer-port.ts';

/** The configured signer; null without SM2_SIGNER. */
export function openSm2Signer({ sm2: { signer, timeoutSeconds } }: Pick<Config, 'sm2'>): Sm2Signer | null {
  if (signer === undefined) return null;
  const timeoutMs = timeoutSeconds * 1000;
  return signer.kind === 'exec' ? execSigner({ words: signer.words, timeoutMs }) : httpSigner({ url: signer.url, timeoutMs });
}
