/** A version as one number that fits an advisory lock and grows with it: 1.2.3 is 1002003. @throws Error for what is no version. */
export function versionCode(version: string): number {
  const [, major = '', minor = '', patch = ''] = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:-.*)?$/.exec(version) ?? [];
  if (major === '') throw new Error(`${version} is no version of the form 1.2.3`);
  return Number(major) * 1_000_000 + Number(minor) * 1000 + Number(patch);
}
