/** The address of a hash in an explorer. @param template contains `{hash}`; default is the built-in explorer. */
export function explorerAddress(hash: string, template = '/explorer/search?q={hash}'): string {
  return template.replaceAll('{hash}', encodeURIComponent(hash));
}
