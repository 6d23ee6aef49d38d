/** Where a hash is looked up. @param template with `{hash}` in it; the built-in explorer unless given. */
export function explorerAddress(hash: string, template = '/explorer/search?q={hash}'): string {
  return template.replaceAll('{hash}', encodeURIComponent(hash));
}
