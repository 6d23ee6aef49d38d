import { expect, it } from 'vitest';
import { decodePreviewLink } from '../../domain/text/preview-link.ts';
import { shareCodeOf } from './share-code.ts';

const address = 'https://notary.example/s/abc???~~~';

it.each([
  ['web', 'previewImg', '扫码预览图片'],
  ['process', 'previewProgress', '扫码在线观看视频'],
  ['move', 'previewProgress', '扫码在线观看视频'],
] as const)('the code of %s leads to /mobile/%s, under the public address, and back to the file', (kind, page, caption) => {
  const code = shareCodeOf(kind, address);
  expect(code).toMatchObject({ caption, address });
  const [, token = ''] = new RegExp(`^https://notary\\.example/mobile/${page}/([A-Za-z0-9]{23}[A-Za-z0-9+*=]+)$`).exec(code.text) ?? [];
  expect(decodePreviewLink(token, { own: ['https://notary.example'], swap: null })).toBe(address);
});
