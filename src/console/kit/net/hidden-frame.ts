import { limits } from '../../../domain/business/codes/limits.ts';
import { effects } from './effects.ts';
import { readEnvelope, TransportError } from './request.ts';
import { CallRefused, settle, SignedOut } from './verdict.ts';

/** The part of a page that a download by frame needs; tests supply their own. */
interface FrameHost {
  createElement(tag: 'iframe'): Frame;
  append(frame: unknown): void;
  currentToken(): string;
  /** Shows a refusal that came instead of a file; `token` is the one used for the request. */
  showRefusal(text: string, token: string): void;
}
interface Frame {
  src: string;
  readonly style: { display: string };
  /** Null for a page of another origin, and for the browser's own error pages. */
  readonly contentDocument: { readonly body: { readonly textContent: string | null } | null } | null;
  addEventListener(type: 'load', listener: () => void): void;
  remove(): void;
}

/**
 * Navigates a hidden frame to `url`, so that the browser downloads it while the page stays; the frame is removed after 300000 ms
 * (spec/console, 9.6). A download loads nothing into the frame, so anything that does load is a refusal. It is shown like that of any other
 * call, because nobody would see it in the frame.
 */
export function downloadByFrame(url: string, host: FrameHost = pageHost): void {
  // oxlint-disable-next-line react/iframe-missing-sandbox -- a sandbox would block the download
  const frame = host.createElement('iframe');
  frame.style.display = 'none';
  frame.src = url;
  const token = host.currentToken();
  frame.addEventListener('load', () => {
    const page = frame.contentDocument;
    const text = page?.body?.textContent ?? '';
    if (page && text === '') return; // some browsers first load an empty page
    host.showRefusal(text, token);
  });
  host.append(frame);
  setTimeout(() => frame.remove(), limits.downloadFrameMs);
}

const pageHost: FrameHost = {
  createElement: (tag) => document.createElement(tag),
  append: (frame) => document.body.append(frame as HTMLIFrameElement),
  currentToken: () => effects().currentToken(),
  showRefusal(text, token) {
    try {
      settle(readEnvelope(text), token, effects());
    } catch (error) {
      if (error instanceof TransportError) effects().showError('下载失败，请重试');
      else if (!(error instanceof CallRefused || error instanceof SignedOut)) throw error; // these two were already reported
    }
  },
};
