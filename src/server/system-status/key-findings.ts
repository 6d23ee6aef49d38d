import type { Config } from '../runtime/config.ts';
import { advice, type SystemFinding } from './finding.ts';

/** Whether the signing key's passphrase is stored apart from the database. */
export function keyFindings({ office, production }: Pick<Config, 'office' | 'production'>): SystemFinding[] {
  const line = { item: 'signing key', name: '机构签名密钥' } as const;
  if (office.keyPassword !== undefined)
    return [{ ...line, state: 'ok', detail: 'opens with OFFICE_KEY_PASSWORD', text: '由独立的口令保护' }];
  return [
    {
      ...line,
      state: production ? 'bad' : 'warn',
      detail: 'has no password of its own: whoever has the database, or its backup, can sign for the office',
      text: '没有独立的口令：取得数据库或其备份的人可以代机构签名',
      ...advice(
        'stop all servers, run `npm run admin -- office key password`, and start them with OFFICE_KEY_PASSWORD',
        '停止全部服务，执行 npm run admin -- office key password，再带 OFFICE_KEY_PASSWORD 启动',
      ),
    },
  ];
}
