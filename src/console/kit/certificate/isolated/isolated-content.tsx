import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { decodeText } from '../../../../domain/kit/text/decode-text.ts';
import { visibleText } from '../../../../domain/kit/text/visible-text.ts';
import { frameOf } from './isolated-frame.ts';
import { resumePlayback } from './resume-playback.ts';
import './isolated-content.css';

interface Props {
  readonly title: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** The page's HTML; empty for everything else. */
  readonly html: string;
  /** A signed link to content that a browser can show; empty otherwise. */
  readonly url: string;
  /** Changes with the content. The link is signed again in every answer, which must not restart a film. */
  readonly contentKey: string;
  /** Fetches a new link for audio or video that plays on after its link expired, as a background call; empty if there is none any more. */
  readonly renew?: () => Promise<string>;
}

/** Shows evidence in a frame without scripts and with its own policy, from which nothing can reach into the console. */
export function IsolatedContent({ title: given, mediaType, sizeBytes, html, url, contentKey, renew }: Props) {
  const title = visibleText(given);
  const watch = usePlayer(renew);
  const [first, setFirst] = useState({ contentKey, url, html });
  if (first.contentKey !== contentKey || (first.url === '' && url !== '')) setFirst({ contentKey, url, html });
  const kind = kindOf(mediaType, sizeBytes, first.url, first.html);
  const fetched = useQuery({
    queryKey: ['content', contentKey],
    queryFn: async ({ signal }) => readable(kind, await (await fetch(first.url, { signal, credentials: 'omit' })).blob()),
    enabled: isFetched(kind),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

  const page = kind === 'html' ? first.html : kind === 'page' ? fetched.data : undefined;
  const inert = useMemo(() => (page === undefined ? undefined : stripOutward(page)), [page]);

  if (kind === 'none') return <p className="isolated-none">此类文件不能在浏览器中显示，请下载后查看。</p>;
  if (fetched.error) return <p className="isolated-none">内容暂时无法显示，请刷新重试。</p>;
  if (isFetched(kind) && fetched.data === undefined) return <p className="isolated-none" aria-busy="true" />;
  if (kind === 'pdf') {
    // Browsers do not render PDF in a sandbox. Their PDF viewer is one itself, and the type of the bytes is set here, never sniffed.
    // oxlint-disable-next-line react/iframe-missing-sandbox -- see above
    return <iframe className="isolated" title={title} src={fetched.data} />;
  }
  if (kind === 'address') return <iframe className="isolated" title={title} sandbox="" referrerPolicy="no-referrer" src={first.url} />;
  const shown = kind === 'page' ? 'html' : kind;
  const frame = frameOf(shown, { title, url: new URL(first.url, location.origin).href, text: inert ?? fetched.data ?? '' });
  return (
    <iframe
      className="isolated"
      data-kind={shown}
      title={title}
      sandbox={frame.sandbox}
      referrerPolicy="no-referrer"
      srcDoc={frame.document}
      onLoad={(event) => watch(event.currentTarget)}
    />
  );
}

/** Resumes playback in a loaded frame. Its document is the console's own, but has no scripts to do so. */
function usePlayer(renew: (() => Promise<string>) | undefined): (frame: HTMLIFrameElement) => void {
  const latest = useRef(renew);
  const end = useRef<() => void>(undefined);
  useEffect(() => {
    latest.current = renew;
  });
  useEffect(() => () => end.current?.(), []);
  return (frame) => {
    end.current?.();
    const player = frame.contentDocument?.querySelector<HTMLMediaElement>('video, audio');
    end.current = player ? resumePlayback(player, async () => (await latest.current?.()) ?? '') : undefined;
  };
}

export type ContentKind = 'image' | 'audio' | 'video' | 'pdf' | 'text' | 'html' | 'page' | 'address' | 'none';

/**
 * How content is shown. `page`: HTML too long for the answer, which is fetched and made inert like `html`. A text that is too long is shown
 * at its address.
 */
export function kindOf(mediaType: string, sizeBytes: number, url: string, html: string): ContentKind {
  if (html !== '') return 'html';
  if (url === '') return 'none';
  if (mediaType === 'application/pdf') return sizeBytes <= pdfBytes ? 'pdf' : 'none';
  if (mediaType === 'text/html') return sizeBytes <= pageBytes ? 'page' : 'none';
  const family = /^(image|audio|video|text)\//.exec(mediaType)?.[1];
  if (family === 'text') return sizeBytes <= textBytes ? 'text' : 'address';
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'none';
}

const isFetched = (kind: ContentKind): boolean => kind === 'text' || kind === 'page' || kind === 'pdf';
/** Larger files are not real pages and would exhaust the console's memory. */
const pageBytes = 33_554_432;
const textBytes = 2_097_152;
/** A PDF is read completely before it is shown. A scan of some hundred pages is smaller than this. */
const pdfBytes = 67_108_864;

/** A text or page as decoded text; a PDF as an object URL, which lives as long as the document. */
async function readable(kind: ContentKind, content: Blob): Promise<string> {
  if (kind !== 'pdf') return decodeText(new Uint8Array(await content.arrayBuffer()), kind === 'page' ? 'page' : 'none');
  // The type is fixed: whatever the file claims to be, the browser may only treat it as a PDF.
  return URL.createObjectURL(new Blob([content], { type: 'application/pdf' }));
}

/**
 * Removes from a page's source everything that leads out of its frame. The frame's policy already refuses every load, but for a nested
 * frame or a followed link the browser connects before it checks the policy, so the page's owner would learn that it is being viewed.
 * Hostile text: the parser runs and loads nothing. Links keep their appearance and show their target on hover; an image leaves its
 * alternative text.
 */
function stripOutward(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  strip(page);
  return page.documentElement.outerHTML;
}

function strip(root: Document | DocumentFragment): void {
  for (const element of root.querySelectorAll('script, iframe, frame, object, embed, link, base, meta[http-equiv]')) element.remove();
  for (const element of root.querySelectorAll('[*|href], [src], [srcset], [poster], [background]')) {
    const outward = [...element.attributes].filter(({ localName, value }) => leading.test(localName) && !within.test(value));
    for (const attribute of outward) {
      element.removeAttributeNode(attribute);
      if (element.localName !== 'a' && element.localName !== 'area') continue;
      element.setAttribute('href', '#');
      if (!element.hasAttribute('title')) element.setAttribute('title', attribute.value);
    }
  }
  // A template can become a shadow tree when the frame parses it.
  for (const template of root.querySelectorAll('template')) strip(template.content);
}

const leading = /^(?:href|src|srcset|poster|background)$/;
/** References within the page, and data URLs. */
const within = /^\s*(?:#|data:)/i;
