import { expect, it } from 'vitest';
import { verifierKey } from '../../tlog/cosignatures/verifier-key.ts';
import type { Policy } from '../../tlog/policy/policy.ts';
import { operatorText } from './witnesses.ts';

const key = (name: string, byte: number) => verifierKey('ed25519', name, new Uint8Array(32).fill(byte));
const office = ['log.office.gov.cn/2026', '某公证处'];
const clauseOf = (name: string, keyName: string, url: string | null, byte = 2) => {
  const witness = { name, key: { ...key(keyName, byte), type: 'cosignature-ed25519' as const }, url };
  const policy: Policy = { logs: [{ key: key('log.office.gov.cn/2026', 1), url: null }], witnesses: [witness], groups: [], quorum: null };
  return operatorText(witness, policy, office);
};

it.each<[string, Parameters<typeof clauseOf>, string]>([
  ['a host under another name', ['w', 'w', 'https://witness.court.cn/notary'], '的地址为 witness.court.cn'],
  ['another second level under gov.cn', ['w', 'w', 'https://witness.bureau.gov.cn'], '的地址为 witness.bureau.gov.cn'],
  ['a dot at the end and capitals', ['w', 'w', 'https://Witness.Court.CN./'], '的地址为 witness.court.cn'],
  ['no address', ['w', 'w', null], '没有写明地址'],
  ['no readable address', ['w', 'w', 'witness'], '没有写明地址'],
  ['loopback', ['w', 'w', 'http://127.0.0.1:8080'], '的地址 127.0.0.1 是本机、内部网络或者没有域名的地址'],
  ['localhost', ['w', 'w', 'http://localhost:1'], '的地址 localhost 是本机、内部网络或者没有域名的地址'],
  ['loopback of IPv6', ['w', 'w', 'http://[::1]:8080'], '的地址 [::1] 是本机、内部网络或者没有域名的地址'],
  ['a public address without a name', ['w', 'w', 'http://203.0.113.7'], '的地址 203.0.113.7 是本机、内部网络或者没有域名的地址'],
  ['a name of the local network', ['w', 'w', 'http://witness.lan'], '的地址 witness.lan 是本机、内部网络或者没有域名的地址'],
  ['a name without a dot', ['w', 'w', 'http://witness'], '的地址 witness 是本机、内部网络或者没有域名的地址'],
  ['the log’s own host', ['w', 'w', 'https://log.office.gov.cn/witness'], '的地址 log.office.gov.cn 在出具机构的域名之下'],
  ['a sibling of the log’s host', ['w', 'w', 'https://w.office.gov.cn'], '的地址 w.office.gov.cn 在出具机构的域名之下'],
  ['the log’s name', ['w', 'log.office.gov.cn/2026', 'https://w.court.cn'], '与出具机构或者其日志同名'],
  ['the office’s name', ['某公证处', 'w', 'https://w.court.cn'], '与出具机构或者其日志同名'],
  ['the log’s key', ['w', 'w', 'https://w.court.cn', 1], '用的就是日志的密钥'],
])('says of a witness with %s what the policy shows, and no more', (_, given, clause) => {
  expect(clauseOf(...given)).toBe(clause);
});
