import { expect, it } from 'vitest';
import { readDevice } from '../../../domain/proof/dossier/facts/declared.ts';
import { recordingSheet } from './recording-sheet.ts';

const facts = {
  number: '0123456789ABCDEF0123456789ABCDEF',
  name: '合同\u202efdp<script>alert(1)</script>',
  username: '张&三',
  type: 'process' as const,
  beginAt: new Date('2026-01-02T00:00:00Z'),
  saidSeconds: 60,
  fileSeconds: 61,
  savedAt: new Date('2026-01-02T00:02:00Z'),
  file: { name: '"录制".mp4', mediaType: 'video/mp4', sizeBytes: 9, sha256: 'ab'.repeat(32), sm3: 'cd'.repeat(32) },
  device: readDevice({ name: '手机', model_name: 'M1', version: '3.2', version_sys: '15', processor: '芯片', core: '8', type: 1 }),
};

it('says what is known of a recording, and lets nothing of it act or turn text', () => {
  const sheet = recordingSheet(facts);
  for (const text of [
    '过程取证',
    facts.number,
    '合同␣fdp&lt;script&gt;alert(1)&lt;/script&gt;',
    '张&amp;三',
    '2026-01-02 08:00:00（北京时间）',
    '<td>61 秒</td>',
    '设备 手机 M1，系统 Android 15，程序版本 3.2，处理器 芯片 8 核（设备自行申报，未经核对）',
    '&quot;录制&quot;.mp4，video/mp4，9 字节',
    facts.file.sha256,
    facts.file.sm3,
  ])
    expect(sheet).toContain(text);
  expect(sheet).not.toMatch(/<script|<img|src=|href=|\u202e/);
});

it('says what only the device states, and that it stated nothing', () => {
  const sheet = recordingSheet({ ...facts, fileSeconds: null, device: null });
  expect(sheet).toContain('<td>60 秒（设备申报）</td>');
  expect(sheet).toContain('<td>未申报</td>');
});
