import type { OnlineKind } from '../../../domain/business/codes/online-evidence.ts';
import { encodePreviewLink } from '../../../domain/kit/text/preview-link.ts';
import { isRecording } from './kinds.ts';

/** Content and caption of a certificate's QR code. */
export interface ShareCode {
  readonly text: string;
  readonly caption: string;
  /** For people who type instead of scanning. */
  readonly address: string;
}

/**
 * The code that opens the picture or the recording on a phone (spec/console, 2.15).
 * @param shareUrl absolute, at the server's public address, which the mobile pages share.
 */
export function shareCodeOf(kind: OnlineKind, shareUrl: string, mediaType: string): ShareCode {
  const page = isRecording(kind) ? 'previewProgress' : 'previewImg';
  const caption = captions.find(([family]) => mediaType.startsWith(family))?.[1] ?? '扫码预览图片';
  return { text: `${new URL(shareUrl).origin}/mobile/${page}/${encodePreviewLink(shareUrl)}`, caption, address: shareUrl };
}

const captions = [
  ['video/', '扫码在线观看视频'],
  ['audio/', '扫码在线收听录音'],
] as const;
