import { limits } from '../../domain/codes/limits.ts';
import { effects } from './effects.ts';
import { readEnvelope, TransportError } from './request.ts';
import { CallRefused, settle, SignedOut } from './verdict.ts';

/** The parts of a page that a download by frame needs; a test gives its own. */
interface FrameHost {
  createElement(tag: 'iframe'): Frame;
  append(frame: unknown): void;
  currentToken(): string;
  /** Shows the refusal that came in the place of a file; `token` is the one that it was asked for with. */
  showRefusal(text: string, token: string): void;
}
interface Frame {
  src: string;
  readonly style: { display: string };
  /** Null for a page of another origin, and for one that the browser puts up itself. */
  readonly contentDocument: { readonly body: { readonly textContent: string | null } | null } | null;
  addEventListener(type: 'load', listener: () => void): void;
  remove(): void;
}

/**
 * Navigates a hidden frame to `url`, so that the browser downloads it while the page stays; the frame goes after 300000 ms (seed 1, section
 * 9).
 * A refusal, which nobody would see there, is shown like that of any other call: a download loads nothing into the frame, and all else is
 * one.
 */
export function downloadByFrame(url: string, host: FrameHost = pageHost): void {
  // oxlint-disable-next-line react/iframe-missing-sandbox -- a sandbox would stop the download that the frame is for
  const frame = host.createElement('iframe');
  frame.style.display = 'none';
  frame.src = url;
  const token = host.currentToken();
  frame.addEventListener('load', () => {
    const page = frame.contentDocument;
    const text = page?.body?.textContent ?? '';
    if (page && text === '') return; // the empty page that some browsers begin with
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
      else if (!(error instanceof CallRefused || error instanceof SignedOut)) throw error; // those two have been told
    }
  },
};
