/** The main file of an evidence: the first original in its manifest. */
export function mainFile<File extends { readonly name: string; readonly role: string }>(files: readonly File[]): File | undefined {
  const originals = files.filter(({ role }) => role === 'original');
  return originals.find(({ name }) => /^original-1(?:\.|$)/.test(name)) ?? originals[0];
}
