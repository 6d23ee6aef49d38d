import { limits } from '../../domain/limits.ts';

/** The parts of a document that a download by frame needs; a test gives its own. */
interface FrameHost {
  createElement(tag: 'iframe'): { src: string; style: { display: string }; remove(): void };
  append(frame: unknown): void;
}

/** Navigates a hidden frame to `url`, so that the browser downloads it while the page stays; the frame goes after 300000 ms (seed 1, section 9). */
export function downloadByFrame(url: string, host: FrameHost = pageHost): void {
  // oxlint-disable-next-line react/iframe-missing-sandbox -- a sandbox would stop the download that the frame is for
  const frame = host.createElement('iframe');
  frame.style.display = 'none';
  frame.src = url;
  host.append(frame);
  setTimeout(() => frame.remove(), limits.downloadFrameMs);
}

const pageHost: FrameHost = {
  createElement: (tag) => document.createElement(tag),
  append: (frame) => document.body.append(frame as HTMLIFrameElement),
};
