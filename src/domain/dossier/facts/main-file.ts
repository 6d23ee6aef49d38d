/** The evidence itself among the files of a manifest: its first original. */
export function mainFile<File extends { readonly name: string; readonly role: string }>(files: readonly File[]): File | undefined {
  const originals = files.filter(({ role }) => role === 'original');
  return originals.find(({ name }) => /^original-1(?:\.|$)/.test(name)) ?? originals[0];
}
