import { daysLeft } from '../../../domain/proof/evidence/office-choice.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { Database } from '../../platform/db/database.ts';
import { printedFingerprint } from '../../../domain/proof/cms/certificate-fingerprint.ts';
import { currentCertificate, makeIdentity, openSigningIdentity } from './signing-identity.ts';
import type { ListedCertificate, OfficeOrigin } from '../log/published-certificates.ts';

export interface RenewalDeps {
  readonly config: Pick<Config, 'office'>;
  /** Reports something that an administrator has to act on, in one line. */
  readonly alarm: (line: string) => void;
  /** Replaced in tests. */
  readonly now?: () => Date;
}

/**
 * Renews a certificate that the office made itself `noticeDays` before its end; the log names the new one before it signs. Only an
 * administrator can renew one that an authority issued, so an alarm is raised once a day. If such a certificate ends without a successor,
 * the office continues with one that it makes itself.
 * @returns the periodic job, which remembers its last alarm.
 */
export function certificateRenewal(db: Database, { config, alarm, now = () => new Date() }: RenewalDeps): () => Promise<void> {
  let lastAlarmDay = '';
  return async () => {
    const at = now();
    const before = (await openSigningIdentity(db, config, { now: at })).listed;
    if (!isEnding(before, config.office.noticeDays, at)) return;
    if (before.origin === 'made') {
      const isNeeded = (kept: readonly ListedCertificate[]) => kept.every((one) => isEnding(one, config.office.noticeDays, at));
      await makeIdentity(db, config, at, isNeeded);
      return;
    }
    const day = `${before.sha256} ${at.toISOString().slice(0, 10)}`;
    if (day === lastAlarmDay) return;
    lastAlarmDay = day;
    alarm(
      `The office's certificate ${printedFingerprint(before.sha256)} ` +
        `ends on ${before.notAfter.toISOString()}, in ${daysLeft(before.notAfter, at)} days: ` +
        'bring its successor with "npm run admin -- office certificate import".',
    );
  };
}

/**
 * State of the certificate that signs now, for operators, metrics and `doctor`. Null before the first start, and if all certificates have
 * ended.
 */
export interface OfficeHealth {
  readonly origin: OfficeOrigin;
  readonly endsAt: Date;
}

export async function officeHealth(db: Database): Promise<OfficeHealth | null> {
  const current = await currentCertificate(db);
  return current && { origin: current.origin, endsAt: current.notAfter };
}

function isEnding({ notAfter }: ListedCertificate, noticeDays: number, at: Date): boolean {
  return daysLeft(notAfter, at) < noticeDays;
}
