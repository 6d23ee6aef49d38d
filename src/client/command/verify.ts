import { readFile } from 'node:fs/promises';
import { printed } from '../../domain/proof/verify/line.ts';
import { PackageUnreadable, type VerifyPolicy } from '../package-report.ts';
import { verifyPackage } from '../verify.ts';
import { exitCodes, readWords, type Command, type Context } from './command.ts';
import { UsageError } from './usage-error.ts';

export const verify: Command = {
  name: 'verify',
  usage:
    'FILE [--log-key KEY | --published] [--office-cert PEM_OR_FINGERPRINT] [--tsa-roots PEM] [--policy FILE] [--record FILE.ers] ' +
    '[--sm3] [--sandbox] [--dossier]',
  summary: 'check a package with nothing but its bytes; ends with 0 match, 1 mismatch, 2 undetermined',
  async run(context) {
    const words = readWords(context, {
      values: ['log-key', 'office-cert', 'tsa-roots', 'policy', 'record'],
      flags: ['sm3', 'published', 'sandbox', 'dossier'],
    });
    const policy: VerifyPolicy = {
      ...given('logKey', words.flag('published') ? await publishedKey(context) : words.value('log-key')),
      ...given('officeCertificate', await textOrFile(words.value('office-cert'))),
      ...given('timestampRoots', await fileOf(words.value('tsa-roots'))),
      ...given('witnessPolicy', await fileOf(words.value('policy'))),
      ...given('record', await bytesOf(words.value('record'))),
      withDossier: words.flag('dossier'),
      withSm3: words.flag('sm3'),
      allowSandbox: words.flag('sandbox'),
    };
    try {
      const { dossier, ...report } = await verifyPackage(words.positionals[0] ?? '', policy);
      const lines = [
        ...(dossier === null ? [] : [dossier, '']),
        ...report.checks.map(printed),
        '',
        `存证编号  ${report.number ?? '无法读取'}`,
        `结论  ${report.verdict}  ${report.summary}`,
      ];
      context.print(dossier === null ? report : { ...report, dossier }, lines.join('\n'));
      return { match: exitCodes.done, mismatch: exitCodes.refused, undetermined: exitCodes.undetermined }[report.verdict];
    } catch (error) {
      if (error instanceof TypeError) throw new UsageError(error.message);
      if (!(error instanceof PackageUnreadable)) throw error;
      context.print({ verdict: 'undetermined', summary: error.message, number: null, checks: [] }, error.message);
      return exitCodes.undetermined;
    }
  },
};

/** The only step that uses the network, for callers that trust the server in the settings. */
async function publishedKey(context: Context): Promise<string> {
  const { log } = await context.publishedKeys();
  return log.vkey;
}

async function textOrFile(text: string | undefined): Promise<string | undefined> {
  return text === undefined || /^[0-9a-f:]{64,95}$/i.test(text) ? text : fileOf(text);
}

async function fileOf(path: string | undefined): Promise<string | undefined> {
  return (await bytesOf(path))?.toString('utf8');
}

async function bytesOf(path: string | undefined): Promise<Buffer | undefined> {
  if (path === undefined) return undefined;
  return readFile(path).catch((error: Error) => Promise.reject(new UsageError(`${path} cannot be read: ${error.message}`)));
}

function given<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]: Value });
}
