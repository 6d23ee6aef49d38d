import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeSm2Entry } from '../../guomi/sm2-entry.ts';
import { chainFault, readSm2Chain, type Sm2Certificate } from '../../guomi/sm2-certificate.ts';
import { verifySm2Cms, type SignedContent } from '../../guomi/sm2-cms.ts';
import { verifySm2Digest } from '../../guomi/sm2.ts';
import { packageNames as names, sm2Names } from '../../evidence/package-names.ts';
import { verifyEvidence } from '../../evidence/verify.ts';
import { readUtf8, sameBytes } from '../../../kit/bytes/bytes.ts';
import type { TrustedLog } from '../../tlog/checkpoint.ts';
import type { Checked } from './log.ts';
import { checkedOf, proofChecks } from './checked.ts';

/** What a package contains of the second track (SM2 and SM3). */
export type SecondTrackFacts =
  | {
      readonly state: 'held';
      /** Common name of the SM2 certificate, which the log names. */
      readonly commonName: string;
      readonly validUntil: string;
      /** Both SM2 signatures over the evidence's certificate PDF; absent if the signer was unavailable. */
      readonly pdf: Checked;
    }
  | Exclude<Checked, { readonly state: 'held' }>;

type File = (name: string) => Uint8Array | undefined;

/** @param pdf the evidence's certificate PDF as signed content; undefined if it is missing. */
export function secondTrackFacts(file: File, pdf: SignedContent | undefined, log: TrustedLog): SecondTrackFacts {
  const [pem, proof] = [file(names.sm2Certificate), file(names.sm2Proof)];
  if (!pem && !proof) return { state: 'absent' };
  if (!pem || !proof) return { state: 'lacking', why: '缺少文件' };
  const [own, ...others] = readSm2Chain(readUtf8(pem) ?? '') ?? [];
  if (!own) return { state: 'lacking', why: 'SM2 证书无法读取' };
  if (chainFault([own, ...others]) !== null) return { state: 'broken', why: 'SM2 证书链不成立' };
  const logged = inLog(own, proof, log);
  if (logged.state !== 'held') return logged;
  return { state: 'held', commonName: own.commonName, validUntil: own.notAfter.toISOString(), pdf: pdfSigned(file, pdf, own) };
}

function inLog({ der }: Sm2Certificate, proof: Uint8Array, log: TrustedLog): Checked {
  const claim = { files: [], filesAreComplete: false, checkpoint: null, log, statedNumber: null, statedLeaf: null };
  return checkedOf(verifyEvidence({ ...claim, manifest: encodeSm2Entry(bytesToHex(sha256(der))), proof }), proofChecks);
}

function pdfSigned(file: File, pdf: SignedContent | undefined, own: Sm2Certificate): Checked {
  const [derName, cmsName] = sm2Names(names.certificate);
  const [der, cms] = [file(derName), file(cmsName)];
  if (!der && !cms) return { state: 'absent' };
  if (!pdf || !der || !cms) return { state: 'lacking', why: '缺少文件' };
  if (!verifySm2Digest(own.key, pdf.withPrefix(own.key.prefix), der)) return { state: 'broken', why: `${derName} 与存证证书不符` };
  const message = verifySm2Cms(cms, pdf);
  const isOwn = message.ok && sameBytes(message.value.signer.der, own.der);
  return isOwn ? { state: 'held' } : { state: 'broken', why: `${cmsName} 与存证证书不符` };
}
