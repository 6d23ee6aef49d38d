import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { frameOf } from './isolated-frame.ts';
import { withoutReach } from './without-reach.ts';
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
}

/** Evidence as it looks and sounds, in a frame without scripts, without an origin to reach into the console, under a policy of its own. */
export function IsolatedContent({ title, mediaType, sizeBytes, html, url, contentKey }: Props) {
  const [first, setFirst] = useState({ contentKey, url, html });
  if (first.contentKey !== contentKey || (first.url === '' && url !== '')) setFirst({ contentKey, url, html });
  const kind = kindOf(mediaType, sizeBytes, first.url, first.html);
  const page = useMemo(() => (kind === 'html' ? withoutReach(first.html) : ''), [kind, first.html]);
  const fetched = useQuery({
    queryKey: ['content', contentKey],
    queryFn: async ({ signal }) => readable(kind, await (await fetch(first.url, { signal, credentials: 'omit' })).blob()),
    enabled: kind === 'text' || kind === 'pdf',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

  if (kind === 'none') return <p className="isolated-none">此类文件不能在浏览器中显示，请下载后查看。</p>;
  if (fetched.error) return <p className="isolated-none">内容暂时无法显示，请刷新重试。</p>;
  if ((kind === 'pdf' || kind === 'text') && fetched.data === undefined) return <p className="isolated-none" aria-busy="true" />;
  if (kind === 'pdf') {
    // oxlint-disable-next-line react/iframe-missing-sandbox -- a browser draws no PDF in a sandbox; its own viewer is one, and the bytes are typed here, never sniffed
    return <iframe className="isolated" title={title} src={fetched.data} />;
  }
  if (kind === 'address') return <iframe className="isolated" title={title} sandbox="" referrerPolicy="no-referrer" src={first.url} />;
  const frame = frameOf(kind, { title, url: new URL(first.url, location.origin).href, text: kind === 'html' ? page : (fetched.data ?? '') });
  return <iframe className="isolated" data-kind={kind} title={title} sandbox={frame.sandbox} referrerPolicy="no-referrer" srcDoc={frame.document} />;
}

export type ContentKind = 'image' | 'audio' | 'video' | 'pdf' | 'text' | 'html' | 'address' | 'none';

/** How a content is shown. A page too long to be sent along is shown at its address, where the server makes it inert. */
export function kindOf(mediaType: string, sizeBytes: number, url: string, html: string): ContentKind {
  if (html !== '') return 'html';
  if (url === '') return 'none';
  if (mediaType === 'application/pdf') return 'pdf';
  if (mediaType === 'text/html') return 'address';
  const family = /^(image|audio|video|text)\//.exec(mediaType)?.[1];
  if (family === 'text') return sizeBytes <= textBytes ? 'text' : 'address';
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'none';
}

const textBytes = 2_097_152;

/** A text as it reads; a PDF as an address within the page, which lives as long as the page does. */
async function readable(kind: ContentKind, content: Blob): Promise<string> {
  if (kind === 'text') return content.text();
  // The type is ours: whatever the file says it is, the browser may take it for a PDF only.
  return URL.createObjectURL(new Blob([content], { type: 'application/pdf' }));
}
