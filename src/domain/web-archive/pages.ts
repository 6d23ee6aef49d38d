/** The page of the archive: where a player begins. */
export interface ArchivedPage {
  readonly url: string;
  readonly at: Date;
  /** Its own, hostile. */
  readonly title: string;
}

/** `pages.jsonl` of one page. Source: WACZ 1.1.1, pages.jsonl. */
export function formatPages({ url, at, title }: ArchivedPage): string {
  const head = { format: 'json-pages-1.0', id: 'pages', title: 'All Pages' };
  const page = { id: 'page-1', url, ts: at.toISOString(), title };
  return `${JSON.stringify(head)}\n${JSON.stringify(page)}\n`;
}
