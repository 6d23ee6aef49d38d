import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, settings } from './config.ts';
import { settingsIn } from './settings/setting.ts';

interface Row {
  readonly variable: string;
  readonly byDefault: string;
}

/** The rows of the table *Settings* in docs/operations.md, one per variable. */
const rows: Row[] = readFileSync(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, names, defaults] = /^\| (`[A-Z][A-Z0-9_]+`[^|]*) \|([^|]*)\|/.exec(line) ?? [];
    if (names === undefined || defaults === undefined) return [];
    const variables = names.split(', ').map((name) => name.replaceAll('`', ''));
    const values = variables.length === 1 ? [defaults] : defaults.split(', ');
    return variables.map((variable, at) => ({ variable, byDefault: (values[at] ?? '').trim() }));
  });

/** The table describes their defaults in words, because they depend on other variables or are too long. */
const defaultsInWords = ['DEMO', 'EXPLORER_URL', 'HOLIDAYS', 'LOG_ORIGIN', 'OFFICE_KEY_PASSWORD', 'WATERMARK'];

describe('the table of settings for operators', () => {
  it('lists every variable of the schema once, and none beyond', () => {
    const variables = settingsIn(settings).map(({ variable }) => variable);
    expect(rows.map(({ variable }) => variable).toSorted()).toEqual(variables.toSorted());
    expect(new Set(variables).size).toBe(variables.length);
  });

  it('gives each its default', () => {
    const listed = rows.filter(({ variable }) => !defaultsInWords.includes(variable));
    const inSchema = new Map(settingsIn(settings).map((setting) => [setting.variable, setting.schema]));
    for (const { variable, byDefault } of listed) {
      const schema = inSchema.get(variable);
      // The table's default parses to the same value as the unset variable.
      expect([variable, schema?.safeParse(undefined)]).toEqual([variable, schema?.safeParse(byDefault === '' ? undefined : byDefault)]);
      expect([variable, schema?.safeParse(undefined).data === undefined]).toEqual([variable, byDefault === '']);
    }
  });
});

describe('a setting with a wrong value', () => {
  it.each([
    [{ PORT: '65536' }, 'environment variable PORT: Too big: expected number to be <=65535'],
    [{ LOG_INTERVAL_SECONDS: 'often' }, 'environment variable LOG_INTERVAL_SECONDS: Invalid input: expected number, received NaN'],
    [{ DATABASE_URL: 'mysql://x' }, 'environment variable DATABASE_URL: must start with postgres://'],
    [{ TRUST_PROXY: 'yes' }, 'environment variable TRUST_PROXY: Invalid option: expected one of "0"|"1"'],
    [
      { HOLIDAYS: 'Christmas' },
      'environment variable HOLIDAYS: must be days such as 2026-10-01..2026-10-07 (free) and +2026-10-10 (worked)',
    ],
    [{ PREVIEW_HOST_TO: 'cos.example' }, 'PREVIEW_HOST_FROM and PREVIEW_HOST_TO belong together: set both or none'],
    [{ OIDC_ISSUER: 'https://login.example' }, 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all or none'],
    [
      { OIDC_ISSUER: 'http://login.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' },
      'OIDC_ISSUER must be https: passwords and tokens go there',
    ],
    [{ LOG_ORIGIN: 'notary.example/sandbox-log' }, 'LOG_ORIGIN ends in /sandbox-log in a sandbox (SANDBOX=1), and nowhere else'],
    [{ SANDBOX: '1', LOG_ORIGIN: 'notary.example/log' }, 'LOG_ORIGIN ends in /sandbox-log in a sandbox (SANDBOX=1), and nowhere else'],
    [{ PASSWORD_SIGN_IN: '0' }, 'PASSWORD_SIGN_IN=0 leaves an identity provider as the only way in: set OIDC_ISSUER'],
    [{ TSA_EVIDENCE: '1' }, 'TSA_EVIDENCE=1 needs an authority: set TSA_URL'],
    [
      { NODE_ENV: 'production', CAPTCHA_FIXED_CODE: 'test' },
      'CAPTCHA_FIXED_CODE is for tests; the server does not start with it when NODE_ENV=production',
    ],
    [{ NODE_ENV: 'production', DEMO: '1' }, 'DEMO=1 makes accounts with a known password; it is refused when NODE_ENV=production'],
  ])('is refused by name: %o', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });
});

it('counts an empty value as unset', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: '', DEMO: '' })).toEqual(readConfig({}));
});

it.each([
  [{}, false],
  [{ NODE_ENV: 'production' }, true],
  [{ NODE_ENV: 'production', WATERMARK: '0' }, false],
  [{ WATERMARK: '1' }, true],
])('pages are watermarked in production, or where it is said so: %o', (environment, isOn) => {
  expect(readConfig(environment).watermark).toBe(isOn);
});

it('a sandbox marks all that the office issues, and captures private addresses', () => {
  const { sandbox, office, captures } = readConfig({ SANDBOX: '1', OFFICE_NAME: '某某公证处' });
  expect(sandbox).toEqual({ delaySeconds: 3 });
  expect([office.name, office.sandboxNotice]).toEqual(['某某公证处（测试）', '测试环境，数据无证明效力']);
  expect(captures.allowPrivate).toBe(true);
  expect(readConfig({})).toMatchObject({ sandbox: null, office: { sandboxNotice: null }, captures: { allowPrivate: false } });
});
