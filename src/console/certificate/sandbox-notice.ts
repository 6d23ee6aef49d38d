/** The text at the top of every page of a sandbox; empty in a production installation. */
export function sandboxNotice(): string {
  return document.getElementById('mark')?.textContent ?? '';
}
