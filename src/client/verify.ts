import type { PackageReport, VerifyPolicy } from './package-report.ts';

/**
 * Checks an evidence package with nothing but its bytes, as `npm run verify` of the office does: no network, no server.
 * @throws PackageUnreadable; TypeError for a key or a certificate that is none; the system's error for a file that cannot be read.
 */
export async function verifyPackage(path: string, policy: VerifyPolicy = {}): Promise<PackageReport> {
  // Loaded by the first package: it brings the readers of certificates and timestamps.
  const { judgePackage } = await import('./judge-package.ts');
  return judgePackage(path, policy);
}
