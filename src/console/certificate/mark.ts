/** The words at the head of every page of a sandbox; empty where data counts. */
export function pageMark(): string {
  return document.getElementById('mark')?.textContent ?? '';
}
