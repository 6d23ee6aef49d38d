import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { decodeText } from '../../../domain/text/decode-text.ts';
import { resumePlayback } from './resume-playback.ts';
import { frameOf } from './isolated-frame.ts';
import { stripOutward } from './strip-outward.ts';
import './isolated-content.css';

interface Props {
  readonly title: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** A page's own text; empty for everything else. */
  readonly html: string;
  /** A signed link to what a browser can show; empty otherwise. */
  readonly url: string;
  /** Changes when the content does: a link is signed anew with every answer, and a film must not begin again for that. */
  readonly contentKey: string;
  /** Asks for the link of now to a sound or a film that goes on when its own is over; by itself, and empty where there is none any more. */
  readonly renew?: () => Promise<string>;
}

/** Evidence as it looks and sounds, in a frame without scripts, without an origin to reach into the console, under a policy of its own. */
export function IsolatedContent({ title, mediaType, sizeBytes, html, url, contentKey, renew }: Props) {
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
    // A browser draws no PDF in a sandbox. Its own viewer is one, and the bytes are typed here, never sniffed.
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

/** Looks after the player in a frame that has loaded: its document is ours, and has no scripts that could. */
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
 * How a content is shown. `page`: one too long to be sent along, fetched and made inert like `html`; a text too long for that is shown at
 * its address.
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
/** Larger ones are no pages that anybody made, and would hold the console's memory. */
const pageBytes = 33_554_432;
const textBytes = 2_097_152;
/** Read whole before it is shown; a scanned file of some hundred pages is smaller. */
const pdfBytes = 67_108_864;

/** A text or a page as it reads; a PDF as an address within the page, which lives as long as the page does. */
async function readable(kind: ContentKind, content: Blob): Promise<string> {
  if (kind !== 'pdf') return decodeText(new Uint8Array(await content.arrayBuffer()), kind === 'page' ? 'page' : 'none');
  // The type is ours: whatever the file says it is, the browser may take it for a PDF only.
  return URL.createObjectURL(new Blob([content], { type: 'application/pdf' }));
}
