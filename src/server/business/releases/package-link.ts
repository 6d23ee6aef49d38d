import type { FileLinks } from '../../platform/storage/signed-links.ts';

/** A link to a version's package, valid for 15 minutes. The file name is generated, because the uploaded one is untrusted and says less. */
export function packageLink(
  links: FileLinks,
  { sha256, packageName, version }: { readonly sha256: string; readonly packageName: string; readonly version: string },
): string {
  return links.sign({
    sha256,
    name: `${packageName}-${version}.apk`,
    mediaType: 'application/vnd.android.package-archive',
    disposition: 'attachment',
  });
}
