/** Encodes a version as one number that fits an advisory lock's key, in version order: 1.2.3 is 1002003. @throws Error for other forms. */
export function versionCode(version: string): number {
  const [, major = '', minor = '', patch = ''] = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:-.*)?$/.exec(version) ?? [];
  if (major === '') throw new Error(`${version} is no version of the form 1.2.3`);
  return Number(major) * 1_000_000 + Number(minor) * 1000 + Number(patch);
}
