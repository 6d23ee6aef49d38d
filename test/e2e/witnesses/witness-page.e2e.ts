import { createPrivateKey, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signCheckpoint } from '../../../src/domain/proof/tlog/checkpoint.ts';
import { parseVkey, type NoteKey } from '../../../src/domain/proof/tlog/note-key.ts';
import { tlogSizeType } from '../../../src/domain/proof/tlog/witness/add-checkpoint.ts';
import { policyOf, startSmallWitness, type SmallWitness } from '../../installation/servers/small-witness.ts';
import { browserInstallation } from '../browser.ts';
import { inDatabase } from '../platform.ts';

const folder = mkdtempSync(join(tmpdir(), 'notary-witness-page-'));
const logKeys: NoteKey[] = [];
let witnesses: SmallWitness[] = [];
beforeAll(async () => {
  const names = ['court', 'bar', 'office2'];
  witnesses = await Promise.all(names.map((name) => startSmallWitness(name, () => logKeys)));
  writeFileSync(join(folder, 'policy.txt'), policyOf(witnesses, names, 2));
});
const installation = browserInstallation({ WITNESSES: join(folder, 'policy.txt') });
afterAll(async () => {
  for (const witness of witnesses) await witness.stop();
  rmSync(folder, { recursive: true, force: true });
});

const roundDue = () => inDatabase(installation.server.dataDir, (db) => sql`update witness_line set next_at = now()`.execute(db));

it('shows who cosigned what when, sounds the alarm of a fork, and role 1 answers it', async () => {
  const vkey = parseVkey((await (await fetch(`${installation.server.address}/log/log-key.txt`)).text()).trim());
  if (!vkey.ok) throw new Error(vkey.fault);
  logKeys.push(vkey.value);
  await inDatabase(installation.server.dataDir, (db) => sql`update witness_state set next_at = now()`.execute(db));
  await roundDue();
  const page = await installation.signIn('admin@example.com');
  await page.getByRole('link', { name: '见证', exact: true }).click();
  await page.waitForURL('**/office/witness');
  await expect.poll(() => witnesses.every(({ heads }) => heads.size === 1), { timeout: 120_000 }).toBe(true);
  await page.reload();
  const table = page.getByRole('region', { name: '见证方' });
  await expect.poll(() => table.getByText('正常').count(), { timeout: 120_000 }).toBe(6);
  await page.getByRole('region', { name: '历次询问' }).getByText('court-1、court-2 已共同签名').first().waitFor();

  await forkAt(vkey.value);
  await expect.poll(() => installation.server.output(), { timeout: 120_000 }).toContain('FORK OF THE LOG');
  await page.reload();
  const alarm = page.getByRole('alert').filter({ hasText: '日志分叉' });
  await alarm.getByText('“court-1、court-2”').waitFor();
  await alarm.getByRole('link', { name: '查看并处理' }).click();
  await page.getByText('同一把密钥签出了两份日志').waitFor();
  await page.getByRole('button', { name: '处理', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '处理日志分叉' });
  await dialog.getByLabel('处理说明').fill('恢复演练误连见证方，已停用演练服务器');
  await dialog.getByRole('button', { name: /确\s?定/ }).click();
  await page.getByText('系统管理员已经处理，锚定已恢复').waitFor();
  expect(installation.complaints).toEqual([]);
});

/** One witness shows a larger tree under the log's own key. */
async function forkAt(key: NoteKey): Promise<void> {
  const der = await inDatabase(installation.server.dataDir, (db) =>
    db.selectFrom('secret').select('value').where('name', '=', 'log-key').executeTakeFirstOrThrow(),
  );
  const secret = createPrivateKey({ key: der.value, format: 'der', type: 'pkcs8' });
  const note = signCheckpoint({ size: 9_999_999, root: new Uint8Array(32).fill(7) }, key, (text) =>
    Uint8Array.from(sign(null, text, secret)),
  );
  const [first] = witnesses;
  if (first)
    first.lie = (path) =>
      path === '/add-checkpoint' ? { status: 409, type: tlogSizeType, body: '9999999\n' } : { status: 200, body: note };
  await roundDue();
}
