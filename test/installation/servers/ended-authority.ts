import * as asn1 from 'asn1js';
import { writeFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TimeStampReq, TSTInfo } from 'pkijs';
import { startCertificateAuthority } from './authority-chain.ts';
import type { Behaviour } from './timestamp-authority.ts';

/** The validity of its certificate, and the time that its tokens state. */
const validity = { from: '20200101000000Z', until: '20200201000000Z' };
const statedAt = new Date('2020-01-15T08:00:00Z');

/** An authority whose certificate has expired: its tokens were made while it was valid. */
export async function startEndedAuthority() {
  return { ...(await startDatedAuthority(validity, () => statedAt)), statedAt };
}

/**
 * An authority whose certificate is valid between two instants, in the form `20200101000000Z`. OpenSSL signs its tokens; only their time is
 * replaced, which `openssl ts -reply` takes from the clock.
 */
export async function startDatedAuthority(between: { readonly from: string; readonly until: string }, now: () => Date) {
  const ca = await startCertificateAuthority();
  const extensions = 'extendedKeyUsage=critical,timeStamping\nkeyUsage=critical,digitalSignature\nbasicConstraints=critical,CA:FALSE\n';
  await ca.issue('tsa', 'root', { ...between, extensions });
  let serial = 1;
  const behaviour: Behaviour = async (query, response) => {
    const request = TimeStampReq.fromBER(Uint8Array.from(query));
    const info = new TSTInfo({
      version: 1,
      policy: '1.2.3.4.99',
      messageImprint: request.messageImprint,
      serialNumber: new asn1.Integer({ value: (serial += 1) }),
      genTime: now(),
      ...(request.nonce ? { nonce: request.nonce } : {}),
    });
    await writeFile(join(ca.folder, 'info.der'), new Uint8Array(info.toSchema().toBER()));
    await ca.openssl(
      'cms',
      '-sign',
      '-binary',
      '-nodetach',
      '-cades',
      '-md',
      'sha256',
      '-outform',
      'DER',
      '-econtent_type',
      '1.2.840.113549.1.9.16.1.4',
      '-in',
      'info.der',
      '-signer',
      'tsa.pem',
      '-inkey',
      'tsa.key',
      '-certfile',
      'root.pem',
      '-out',
      'token.der',
    );
    const token = asn1.fromBER(Uint8Array.from(await readFile(join(ca.folder, 'token.der')))).result;
    const granted = new asn1.Sequence({ value: [new asn1.Integer({ value: 0 })] });
    response
      .writeHead(200, { 'content-type': 'application/timestamp-reply' })
      .end(Buffer.from(new asn1.Sequence({ value: [granted, token] }).toBER()));
  };
  return { behaviour, rootsPem: await ca.read('root.pem'), stop: ca.stop };
}
