/** The document of a frame and its sandbox. */
export interface IsolatedFrame {
  readonly document: string;
  readonly sandbox: string;
}

interface Shown {
  readonly title: string;
  /** Absolute address of an image, audio or video. */
  readonly url: string;
  /** The evidence's own page or text; hostile. */
  readonly text: string;
}

/**
 * The document of a frame. A page of evidence is passed on as it is and gets no scripts, no origin and no address to load from, not even
 * this server. For images, audio and video the document is generated here. It keeps the origin, because the server gives files only to its
 * own pages, and has no scripts either.
 */
export function frameOf(kind: 'image' | 'audio' | 'video' | 'text' | 'html', { title, url, text }: Shown): IsolatedFrame {
  if (kind === 'html')
    return {
      sandbox: '',
      document: `<!doctype html>${policy("img-src data:; media-src data:; font-src data:; style-src 'unsafe-inline'")}${text}`,
    };
  if (kind === 'text') return { sandbox: '', document: page(`<pre>${escaped(text)}</pre>`, '') };
  const source = escaped(url);
  const name = escaped(title);
  const body = {
    image: `<img src="${source}" alt="${name}">`,
    audio: `<audio src="${source}" controls preload="metadata" aria-label="${name}"></audio>`,
    video: `<video src="${source}" controls preload="metadata" playsinline aria-label="${name}"></video>`,
  }[kind];
  // The parent page's policy applies in the frame too and names the file sources. This policy forbids everything else.
  return { sandbox: 'allow-same-origin', document: page(body, 'img-src http: https:; media-src http: https:; ') };
}

function page(body: string, sources: string): string {
  const head = `${policy(`${sources}style-src 'unsafe-inline'`)}<meta charset="utf-8"><style>${style}</style>`;
  return `<!doctype html><html lang="zh-CN"><head>${head}</head><body>${body}</body></html>`;
}

function policy(rest: string): string {
  const rules = `default-src 'none'; ${rest}; form-action 'none'; base-uri 'none'`;
  return `<meta http-equiv="Content-Security-Policy" content="${rules}"><meta name="referrer" content="no-referrer">`;
}

// System colours, which follow the theme of the embedding page; the console's variables do not reach the frame.
const style =
  ':root{color-scheme:light dark}' +
  'html,body{height:100%;margin:0;background:Canvas;color:CanvasText}body:not(:has(pre)){display:grid;place-items:center}' +
  'img,video{max-width:100%;max-height:100vh;object-fit:contain}audio{width:min(92%,520px)}' +
  'pre{box-sizing:border-box;width:100%;min-height:100%;margin:0;padding:12px;' +
  'white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.6 ui-monospace,Consolas,monospace}';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
