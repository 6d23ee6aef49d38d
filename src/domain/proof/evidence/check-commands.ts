import { packageNames as names, sm2Names } from './package-names.ts';

/**
 * Commands for a shell, each complete in itself, that check an unpacked package with common tools. A certificate or key that came with the
 * package proves nothing: every command accepts only what the certificate in `office.pem` signed, so that the fingerprint of this one file
 * is all that a reader must compare with a source outside the package. `-nointern` keeps openssl from taking the certificate of whoever
 * signed from the signature itself. `-certfile` would take every certificate of the file, the fingerprint is of the first alone: so the
 * first is written to a file of its own.
 */
function signedByOffice(signature: string, content: string): string {
  return (
    `openssl x509 -in ${names.officeCertificate} -out office-alone.pem && openssl cms -verify -binary -inform DER -in ${signature} ` +
    `-content ${content} -certfile office-alone.pem -nointern -noverify -out /dev/null`
  );
}

/** The office signed the checksum list. */
export const signedSums = signedByOffice(names.sumsSignature, names.sums);

/** The office signed the checksum list, and every file is as listed. */
export const wholeCommand = `${signedSums} && sha256sum -c ${names.sums}`;

/** Names what the checksum list does not: `sha256sum -c` does not look for further files. Only for a folder just unpacked. */
export const strangersCommand =
  `python3 -c "import os;s='${names.sums}';u={s,s+'.p7s',s+'.sm2',s+'.sm2.p7s'};u|={n.replace('HA256','M3') for n in u};` +
  `r=set(os.listdir())-u-{l[66:].rstrip('\\n') for l in open(s,encoding='utf8')};print(sorted(r) or 'OK');exit(bool(r))"`;

/** The office signed a list in which this file is as it is now. */
export function listedCommand(file: string): string {
  return `${signedSums} && grep '  ${file}$' ${names.sums} | sha256sum -c`;
}

/** The SHA-256 of a certificate's DER, to be compared with a source outside the package. */
export function fingerprintCommand(certificate: string): string {
  return `openssl x509 -in ${certificate} -noout -fingerprint -sha256 -dates`;
}

/** A PDF is completely signed, and by the office. */
export function pdfCommand(file: string): string {
  const taken =
    `python3 -c "import re;d=open('${file}','rb').read();` +
    String.raw`a,b,c,e=map(int,re.findall(rb'/ByteRange *\[ *(\d+) +(\d+) +(\d+) +(\d+)',d)[-1]);assert a==0 and c+e==len(d);` +
    `open('pdf-signed.bin','wb').write(d[:b]+d[c:]);open('pdf-signature.der','wb').write(bytes.fromhex(d[b+1:c-1].decode()))"`;
  return `pdfsig ${file} && ${taken} && ${signedByOffice('pdf-signature.der', 'pdf-signed.bin')}`;
}

/**
 * A token covers a file, and the office listed the authority's certificate. `-attime` judges the token as of its own time, so that it stays
 * valid after its authority's certificate has expired, as intended for RFC 3161 tokens.
 */
export function tokenCommand(data: string, token: string, chain: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `openssl ts -verify -data ${data} -in ${token} -CAfile ${chain} -partial_chain -attime ${seconds} && ${listedCommand(chain)}`;
}

/** The office's SM2 certificate signed a file, and the office listed that certificate. */
export function sm2Command(file: string): string {
  const [signature] = sm2Names(file);
  return (
    `${listedCommand(names.sm2Certificate)} && openssl x509 -in ${names.sm2Certificate} -noout -pubkey -out office-sm2.pub && ` +
    `openssl dgst -sm3 -verify office-sm2.pub -sigopt distid:1234567812345678 -signature ${signature} ${file}`
  );
}

/** Python for the bytes of a log entry. */
export const logEntries = {
  manifest: `open('${names.manifest}','rb').read()`,
  office: certificateEntry('office-certificate', names.officeCertificate),
  sm2: certificateEntry('office-sm2-certificate', names.sm2Certificate),
  archiveKey: certificateEntry('archive-key', names.archiveKey),
} as const;

function certificateEntry(type: string, pem: string): string {
  const sha256 = `H(b.b64decode(open('${pem}').read().split('-----')[2])).hex()`;
  return `('{\\x22sha256\\x22:\\x22'+${sha256}+'\\x22,\\x22type\\x22:\\x22${type}\\x22,\\x22version\\x22:1}').encode()`;
}

/**
 * The log contains an entry: its inclusion under the checkpoint (RFC 9162, 2.1.3.2), the log's signature over the checkpoint (C2SP
 * signed-note), and that the office listed the log's key.
 */
export function logCommand(entry: string, proof: string): string {
  const python = [
    'import hashlib,base64 as b',
    'H=lambda x:hashlib.sha256(x).digest()',
    `p,t,s=open('${proof}',encoding='utf8',newline='').read().split('\\n\\n',2)`,
    `w=[x for x in p.split('\\n')[1:] if x[:6]!='extra ']`,
    `o,z,r=t.split('\\n')[:3]`,
    `L=H(b'\\0'+${entry})`,
    "R=lambda i,n,h:L if n==1 and not h else (lambda k:H(b'\\1'+R(i,k,h[:-1])+h[-1]) if i<k else " +
      "H(b'\\1'+h[-1]+R(i-k,n-k,h[:-1])))(1<<(n-1).bit_length()-1)",
    'assert int(w[0][6:])<int(z) and R(int(w[0][6:]),int(z),[b.b64decode(x) for x in w[1:]])==b.b64decode(r)',
    `m,i,k=open('${names.logKey}').read().strip().split('+',2)`,
    "q=[b.b64decode(x.split(' ')[2]) for x in s.split('\\n') if x.startswith('\\u2014 '+m+' ')]",
    'g=[x[4:] for x in q if x[:4].hex()==i]',
    'assert m==o and g',
    "f=lambda n,x:open(n,'wb').write(x)",
    "f('log-note.bin',(t+'\\n').encode());f('log-note.sig',g[0]);f('log-key.der',bytes.fromhex('302a300506032b6570032100')+b.b64decode(k)[1:])",
  ].join(';');
  return (
    `python3 -c "${python}" && openssl pkeyutl -verify -pubin -inkey log-key.der -keyform DER -rawin ` +
    `-in log-note.bin -sigfile log-note.sig && ${listedCommand(names.logKey)}`
  );
}
