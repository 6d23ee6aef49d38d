import { expect, it } from 'vitest';
import { attestationOfCapture, attestationOfRecording } from './attestation.ts';

const anchor = {
  checkpoint: '7',
  anchored_at: '2026-01-01 08:00:05',
  bracket: null,
  witnessed: '',
  anchor_kind: 'log',
  blockchain_hash: 'ab',
  block_height: '7',
  proof: '/proof',
} as const;
const owner = { user_id: '1', username: '张三', mobile: '13800000000', name: '侵权网页', label: '', reason: '' };
const capture = {
  ...owner,
  ...anchor,
  baoquan_no: 'N1',
  status: 'SUCCESSED',
  status_name: '取证成功',
  create_time: '2026-01-01 08:00:00',
  opened: '',
  target: 'https://www.example.com/',
  isDownload: 1,
  address: '/files/x',
  sha256: 'ef',
  html: '<p>',
  html_url: '/files/h',
  html_size: 3,
  url: 'https://notary.example/s/t',
  begin_at: '2026-01-01 08:00:01',
  end_at: '2026-01-01 08:00:04',
  replay: '',
  accept: 'page' as const,
  device: 'desktop' as const,
  notes: [],
  chainTime: '2026-01-01 08:00:05',
  media_type: 'image/png',
  files: [{ name: 'original-1.png', role: 'original', sha256: 'ef', size: 2048 }],
};
const recording = {
  ...owner,
  ...anchor,
  attestation_id: 'N2',
  status: 'SUCCESS',
  status_name: '取证成功',
  begin_at: '2026-01-01 08:00:00',
  time_length: 125,
  type: 4,
  ossUrl: 'https://notary.example/s/t',
  ossurl: 'https://notary.example/s/t',
  address: '/files/v',
  sha256: 'ef',
  sm3: 'cd',
  file_name: '录屏.mp4',
  file_size: 2048,
  media_type: 'video/mp4',
  device: '',
  saveTime: '2026-01-01 08:02:10',
  isDownload: 1,
  html: '',
  chain_time: '2026-01-01 08:00:05',
};

it('a capture shows its page, when it was taken, and the anchor under the one name', () => {
  const shown = attestationOfCapture(capture);
  expect(shown).toMatchObject({
    kind: 'web',
    number: 'N1',
    hasSucceeded: true,
    fileStatus: 'stored',
    page: { html: '<p>', url: '/files/h', sizeBytes: 3 },
    shareUrl: capture.url,
    chain_time: '2026-01-01 08:00:05',
    result: { url: '/files/x', mediaType: 'image/png', sizeBytes: 2048 },
  });
  expect(shown.facts).toContainEqual({ label: '取证时间', value: '2026-01-01 08:00:01 至 2026-01-01 08:00:04' });
});

it('a capture that has not succeeded has no result, and says how it stands', () => {
  const shown = attestationOfCapture({
    ...capture,
    status: 'FELLIN',
    status_name: '排队中',
    isDownload: 0,
    address: '',
    sha256: '',
    html: '',
    html_url: '',
    html_size: 0,
    url: '',
    begin_at: '',
    end_at: '',
    files: [],
  });
  expect(shown).toMatchObject({ hasSucceeded: false, isOver: false, statusName: '排队中', fileStatus: 'missing' });
  expect(attestationOfCapture({ ...capture, status: 'FAILED', status_name: '取证失败', reason: '网页内容为空白' })).toMatchObject({
    hasSucceeded: false,
    isOver: true,
    reason: '网页内容为空白',
  });
  expect(shown.facts).toContainEqual({ label: '取证时间', value: '2026-01-01 08:00:00' });
});

it('a recording is of the kind that the server says, and shows length and file', () => {
  const shown = attestationOfRecording(recording);
  expect(shown).toMatchObject({
    kind: 'move',
    number: 'N2',
    hasSucceeded: true,
    fileStatus: 'stored',
    shareUrl: recording.ossUrl,
    result: { url: '/files/v', mediaType: 'video/mp4' },
  });
  expect(shown.facts).toEqual(
    expect.arrayContaining([
      { label: '时长', value: '02:05' },
      { label: '文件名称', value: '录屏.mp4（2.0 KB）' },
    ]),
  );
  expect(attestationOfRecording({ ...recording, isDownload: 0 }).fileStatus).toBe('missing');
});
