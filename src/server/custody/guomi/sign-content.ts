import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { verifySm2, verifySm2Digest } from '../../../domain/proof/guomi/sm2.ts';
import type { Sm2Certificate } from '../../../domain/proof/guomi/sm2-certificate.ts';
import { signedAttributes, writeSm2Cms } from '../../../domain/proof/guomi/sm2-cms-write.ts';
import { Sm2SignerError, type Sm2Signer } from './signer-port.ts';

/** Contents of `<file>.sm2` and `<file>.sm2.p7s`. */
export interface Sm2Signatures {
  readonly der: Uint8Array;
  readonly cms: Uint8Array;
}

/**
 * Makes both signatures over content, which is read once and always closed. The signer's output is verified with the certificate before it
 * is returned. @param turn the user for whom it signs
 * @throws Sm2SignerError.
 */
export async function signContent(
  signer: Sm2Signer,
  chain: readonly [Sm2Certificate, ...Sm2Certificate[]],
  content: AsyncIterable<Uint8Array>,
  turn: string,
): Promise<Sm2Signatures> {
  const [certificate] = chain;
  const [plain, prefixed] = [createHash('sm3'), createHash('sm3').update(certificate.key.prefix)];
  async function* watched(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      plain.update(chunk);
      prefixed.update(chunk);
      yield chunk;
    }
  }
  const der = await signer.sign(watched(), turn).finally(() => {
    // An unreachable signer has read nothing, and an unread stream keeps its file open.
    if (content instanceof Readable) content.destroy();
  });
  if (!verifySm2Digest(certificate.key, prefixed.digest(), der)) throw wrongSignature();
  const attributes = signedAttributes(plain.digest(), certificate);
  const signature = await signer.sign(once(attributes), turn);
  if (!verifySm2(certificate.key, attributes, signature)) throw wrongSignature();
  return { der, cms: writeSm2Cms({ certificates: chain, signer: certificate, attributes, signature }) };
}

export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function wrongSignature(): Sm2SignerError {
  return new Sm2SignerError('wrong-signature', "the SM2 signer's signature is not one of the office's SM2 certificate");
}
