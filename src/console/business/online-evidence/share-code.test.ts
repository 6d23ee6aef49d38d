import { expect, it } from 'vitest';
import { decodePreviewLink } from '../../../domain/kit/text/preview-link.ts';
import { shareCodeOf } from './share-code.ts';

const address = 'https://notary.example/s/abc???~~~';

it.each([
  ['web', 'image/png', 'previewImg', '扫码预览图片'],
  ['process', 'video/mp4', 'previewProgress', '扫码在线观看视频'],
  ['move', 'video/webm', 'previewProgress', '扫码在线观看视频'],
  ['move', 'audio/mp4', 'previewProgress', '扫码在线收听录音'],
  ['process', 'audio/mpeg', 'previewProgress', '扫码在线收听录音'],
  ['move', 'image/jpeg', 'previewProgress', '扫码预览图片'],
] as const)(
  'the code of %s of %s leads to /mobile/%s, under the public address, and back to the file',
  (kind, mediaType, page, caption) => {
    const code = shareCodeOf(kind, address, mediaType);
    expect(code).toMatchObject({ caption, address });
    const [, token = ''] = new RegExp(`^https://notary\\.example/mobile/${page}/([A-Za-z0-9]{23}[A-Za-z0-9+*=]+)$`).exec(code.text) ?? [];
    expect(decodePreviewLink(token, { own: ['https://notary.example'], swap: null })).toBe(address);
  },
);
