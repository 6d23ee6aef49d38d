import type { PackageReport, VerifyPolicy } from './package-report.ts';

/**
 * Checks an evidence package from its bytes alone, as `npm run verify` of the office does: no network, no server.
 * @throws PackageUnreadable; TypeError for a malformed key or certificate; the system's error for a file that cannot be read.
 */
export async function verifyPackage(path: string, policy: VerifyPolicy = {}): Promise<PackageReport> {
  // Loaded with the first package, because it brings the readers of certificates and timestamps.
  const { judgePackage } = await import('./judge-package.ts');
  return judgePackage(path, policy);
}
