/** The archived page with which a replay starts. */
export interface ArchivedPage {
  readonly url: string;
  readonly at: Date;
  /** The page's own title; untrusted. */
  readonly title: string;
}

/** Formats `pages.jsonl` for one page. Source: WACZ 1.1.1, pages.jsonl. */
export function formatPages({ url, at, title }: ArchivedPage): string {
  const head = { format: 'json-pages-1.0', id: 'pages', title: 'All Pages' };
  const page = { id: 'page-1', url, ts: at.toISOString(), title };
  return `${JSON.stringify(head)}\n${JSON.stringify(page)}\n`;
}
