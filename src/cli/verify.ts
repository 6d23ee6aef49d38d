import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { policyErrorText } from '../domain/proof/evidence/policy-texts.ts';
import { parseVkey } from '../domain/proof/tlog/note-key.ts';
import { parsePolicy } from '../domain/proof/tlog/policy/parse-policy.ts';
import type { Policy } from '../domain/proof/tlog/policy/policy.ts';
import { fingerprintOf } from '../domain/proof/cms/certificate-fingerprint.ts';
import { dossierText } from './verify/dossier-text.ts';
import { systemText } from './verify/system-text.ts';
import { fetchRecord, NoRecord } from './verify/fetch-record.ts';
import { printed } from '../domain/proof/verify/line.ts';
import { verifyPackage } from './verify/verify-package.ts';
import { printVersionIfAsked } from '../server/platform/runtime/build.ts';
import { NoPackage, unreadText } from '../domain/proof/verify/wrapping.ts';
import { ZipFault } from '../domain/kit/zip/zip-records.ts';

/** Why nothing could be checked, in Chinese. */
class CannotVerify extends Error {
  override name = 'CannotVerify';
}

/** A forged package prints a command with its own keys. */
const keyReminder = '提示  只有公钥或指纹取自出具机构另行公布之处，而不是证据包本身，才能说明证据包由该机构出具';

printVersionIfAsked();

/**
 * `npm run verify -- package.zip`: one line per check. Exit code 0: everything matches and belongs to the given keys; 1: something does not
 * match; 2: undecided, or no evidence package.
 */
process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`无法验证：${error instanceof CannotVerify || error instanceof NoRecord ? error.message : systemText(error)}`);
  return 2;
});

async function main(words: string[]): Promise<number> {
  const { values, positionals } = readWords(words);
  const [given, ...others] = positionals;
  if (given === undefined || others.length > 0) throw new CannotVerify(usage());
  // npm changes into the project's folder, but the path is relative to where the command was typed.
  const from = (path: string) => resolve(process.env['INIT_CWD'] ?? '.', path);
  if (values['log-key'] !== undefined && !parseVkey(values['log-key']).ok)
    throw new CannotVerify('--log-key 格式错误，应为出具机构公布的整行公钥');
  const tsaRootsPem = values['tsa-roots'] === undefined ? undefined : await readFile(from(values['tsa-roots']), 'utf8');
  if (tsaRootsPem !== undefined && fingerprintOf(tsaRootsPem) === null) throw new CannotVerify('--tsa-roots 应为 PEM 证书文件');
  const policy = values.policy === undefined ? undefined : policyGiven(await readFile(from(values.policy)));
  const officeFingerprint = values['office-cert'] === undefined ? undefined : await fingerprintGiven(values['office-cert'], from);
  const options = {
    logKey: values['log-key'],
    policy,
    officeFingerprint,
    tsaRootsPem,
    withSm3: values.sm3 ?? false,
    allowSandbox: values.sandbox ?? false,
    renewedRecord: await newerRecord(from(given), values, { from, logOrigins: originsGiven(values['log-key'], policy) }),
  };
  const report = await verifyPackage(from(given), options).catch((error: unknown) => {
    if (error instanceof NoPackage) throw new CannotVerify(error.message);
    throw error instanceof ZipFault ? new CannotVerify(unreadText(error)) : error;
  });
  const { dossier, ...checked } = report;
  if (values.json) console.log(JSON.stringify({ ...checked, ...(values.dossier && { dossier }) }));
  else
    console.log(
      [
        ...(values.dossier ? [dossierText(dossier, report.number), ''] : []),
        ...report.lines.map(printed),
        '',
        `存证编号  ${report.number ?? '无法读取'}`,
        `核对  ${report.summary}`,
        `结论  ${report.conclusion}`,
        ...(report.verdict === 'match' ? [keyReminder] : []),
      ].join('\n'),
    );
  return { match: 0, mismatch: 1, pending: 2, undecided: 2 }[report.verdict];
}

function readWords(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        'log-key': { type: 'string' },
        'office-cert': { type: 'string' },
        'tsa-roots': { type: 'string' },
        policy: { type: 'string' },
        renew: { type: 'boolean' },
        'renew-from': { type: 'string' },
        record: { type: 'string' },
        sm3: { type: 'boolean' },
        sandbox: { type: 'boolean' },
        dossier: { type: 'boolean' },
        json: { type: 'boolean' },
      },
    });
  } catch {
    throw new CannotVerify(`命令有误。${usage()}`);
  }
}

interface RecordWords {
  readonly renew?: boolean | undefined;
  readonly 'renew-from'?: string | undefined;
  readonly record?: string | undefined;
}

interface RecordPlaces {
  readonly from: (path: string) => string;
  readonly logOrigins: readonly string[];
}

/** The record to judge instead of the package's own: fetched from the office, or from a file; undefined without either. */
async function newerRecord(path: string, words: RecordWords, { from, logOrigins }: RecordPlaces): Promise<Uint8Array | undefined> {
  const server = words['renew-from'];
  if (words.record !== undefined) {
    if (words.renew === true || server !== undefined) throw new CannotVerify('--record 与 --renew 只能给出一项');
    return readFile(from(words.record));
  }
  if (words.renew !== true && server === undefined) return undefined;
  if (server !== undefined && !/^https?:\/\//.test(server)) throw new CannotVerify('--renew-from 应为出具机构的网址');
  const fetched = await fetchRecord(path, { server, logOrigins });
  // Written to stderr and not to the report: stdout may be JSON.
  console.error(`已从 ${fetched.url} 取得最新的存证记录，保存为 ${fetched.path}；以后可以断网，加 --record 使用`);
  return fetched.bytes;
}

/** Origins of the logs whose keys were given on the command line. */
function originsGiven(logKey: string | undefined, policy: Policy | undefined): readonly string[] {
  const key = logKey === undefined ? null : parseVkey(logKey);
  return [...(key?.ok ? [key.value.name] : []), ...(policy?.logs ?? []).map((log) => log.key.name)];
}

/** Takes a fingerprint as openssl prints it or as plain hex; anything else is the path of a PEM file. */
async function fingerprintGiven(text: string, from: (path: string) => string): Promise<string> {
  if (/^[0-9a-f]{2}(?::?[0-9a-f]{2}){31}$/i.test(text)) return text.replaceAll(':', '').toLowerCase();
  const fingerprint = fingerprintOf(await readFile(from(text), 'utf8'));
  if (fingerprint === null) throw new CannotVerify('--office-cert 应为 PEM 证书文件，或 SHA-256 指纹（64 位十六进制）');
  return fingerprint;
}

function policyGiven(bytes: Uint8Array): Policy {
  const policy = parsePolicy(bytes);
  if (!policy.ok) throw new CannotVerify(`--policy 应为见证策略文件（C2SP tlog-policy）：${policyErrorText(policy.errors)}`);
  return policy.value;
}

/** A function, because the module runs before a constant at its end would be set. */
function usage(): string {
  return (
    '用法：npm run verify -- 证据包.zip [--log-key 公钥] [--office-cert 证书.pem 或指纹] [--tsa-roots 时间戳机构证书.pem] ' +
    '[--policy 见证策略.txt] [--sm3] [--renew | --renew-from 网址 | --record 存证记录.ers] [--sandbox] [--dossier] [--json]'
  );
}
