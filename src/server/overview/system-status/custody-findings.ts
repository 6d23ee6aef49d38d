import type { Config } from '../../platform/runtime/config.ts';
import { checkpointAheadMs, clockToleranceMs, type ChainAttestor, type CustodyHealth, type Attestor } from '../../custody/audit/health.ts';
import { daysLeft } from '../../../domain/proof/evidence/office-choice.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';

export interface Finding {
  readonly item: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** The health of custody as findings. Parts that are not configured are not faults. */
export function custodyFindings(health: CustodyHealth, config: Pick<Config, 'scrub' | 'timestamps' | 'chain' | 'office'>): Finding[] {
  return [
    scrubFinding(health, config.scrub.cycleDays),
    logFinding(health),
    attestorFinding('timestamps', config.timestamps.url === undefined ? 'no authority is configured (TSA_URL)' : null, health.timestamps),
    ...(config.timestamps.ofEvidence
      ? [attestorFinding('evidence timestamps', null, health.evidenceTimestamps, 'pieces of evidence')]
      : []),
    officeFinding(health, config.office.noticeDays),
    witnessFinding(health),
    recordsFinding(health, config.timestamps.url !== undefined),
    chainFinding(config.chain === null ? 'no chain is configured (CHAIN_RPC_URL)' : null, health.chain),
  ];
}

function scrubFinding({ at, scrub }: CustodyHealth, cycleDays: number): Finding {
  const { objects, unchecked, damaged, missing, unreadable, due, ahead, oldestCheckAt } = scrub;
  const daysBehind = oldestCheckAt ? (at.getTime() - oldestCheckAt.getTime()) / dayMs - cycleDays : 0;
  const parts = [
    `${objects} files`,
    ...(damaged > 0 ? [`${damaged} DAMAGED`] : []),
    ...(missing > 0 ? [`${missing} MISSING`] : []),
    ...(unreadable > 0 ? [`${unreadable} could not be read`] : []),
    ...(unchecked > 0 ? [`${unchecked} not looked at yet`] : []),
    ...(due > 0 ? [`${due} due now`] : []),
    ...(ahead > 0 ? [`${ahead} last looked at in the future: the clock was wrong then, or is now`] : []),
    ...(oldestCheckAt ? [`all looked at or stored since ${formatTime(oldestCheckAt)}`] : []),
    // A restart or a busy day may cost a tenth of the cycle.
    ...(daysBehind > cycleDays / 10
      ? [`${Math.round(daysBehind)} days behind the cycle of ${cycleDays}: raise SCRUB_BYTES_PER_SECOND`]
      : []),
  ];
  return {
    item: 'stored files',
    ok: damaged + missing + unreadable + ahead === 0 && daysBehind <= cycleDays / 10,
    detail: parts.join(', '),
  };
}

function logFinding(health: CustodyHealth): Finding {
  const { at, log } = health;
  const waitsMs = log.oldestPendingAt ? at.getTime() - log.oldestPendingAt.getTime() : 0;
  const newest = log.checkpoint ? `checkpoint ${log.checkpoint.size} of ${formatTime(log.checkpoint.signedAt)}` : 'no checkpoint yet';
  const waiting = log.oldestPendingAt ? `, ${log.pending} entries wait since ${formatTime(log.oldestPendingAt)}` : '';
  const isAhead = checkpointAheadMs(health) > clockToleranceMs;
  const ahead = isAhead
    ? `, which is AHEAD of the clock: a server's clock was fast, and until real time has caught up all checkpoints carry that time; ` +
      `set the clocks (NTP)`
    : '';
  return { item: 'log', ok: waitsMs < 60_000 && !isAhead, detail: `${newest}${ahead}${waiting}` };
}

function attestorFinding(
  item: string,
  absent: string | null,
  { uncovered, lastAt, error, failingSince }: Attestor,
  what = 'checkpoints',
): Finding {
  if (absent !== null) return { item, ok: true, detail: absent };
  const last = lastAt ? `the newest is of ${formatTime(lastAt)}` : 'none yet';
  const open = `${uncovered} ${what} wait for one`;
  if (failingSince)
    return { item, ok: false, detail: `down since ${formatTime(failingSince)}: ${error ?? 'no reason told'}; ${last}, ${open}` };
  return { item, ok: true, detail: `${last}, ${open}` };
}

function chainFinding(absent: string | null, chain: ChainAttestor): Finding {
  const finding = attestorFinding('chain', absent, chain);
  if (absent !== null || !(chain.isCapped || chain.failed > 0)) return finding;
  const capped = chain.isCapped ? ['the transaction bids as much as it may (CHAIN_MAX_FEE_GWEI) and is in no block yet'] : [];
  const failed = chain.failed > 0 ? [`${chain.failed} transactions FAILED on the chain since the last one that succeeded`] : [];
  return { ...finding, ok: false, detail: [...capped, ...failed, finding.detail].join('; ') };
}

/** A day's record is ready minutes after its end, and a renewal within hours of its due time. */
function recordsFinding({ at, records }: CustodyHealth, hasAuthority: boolean): Finding {
  const { days, daysWithout, oldestWithout, waitingRenewals, nextRenewalAt, error, failingSince } = records;
  const item = 'evidence records';
  if (!hasAuthority) return { item, ok: true, detail: `no authority is configured (TSA_URL), ${daysWithout} days have none` };
  const daysLate = oldestWithout === null ? 0 : Math.floor((at.getTime() - Date.parse(`${oldestWithout}T00:00:00+08:00`)) / dayMs) - 1;
  const isRenewalLate = nextRenewalAt !== null && at.getTime() > nextRenewalAt.getTime() + 7 * dayMs;
  const parts = [
    `${days} days have theirs`,
    ...(oldestWithout === null ? [] : [`${daysWithout} have none, the oldest is ${oldestWithout}`]),
    ...(waitingRenewals > 0 ? [`${waitingRenewals} renewals wait for a timestamp`] : []),
    ...(nextRenewalAt ? [`the next renewal is due from ${formatTime(nextRenewalAt)} on${isRenewalLate ? ' and is LATE' : ''}`] : []),
    ...(failingSince ? [`timestamps fail since ${formatTime(failingSince)}: ${error ?? 'no reason told'}`] : []),
  ];
  return { item, ok: daysLate < 2 && !isRenewalLate && failingSince === null, detail: parts.join(', ') };
}

/** A self-issued certificate is renewed before this; one issued by an authority needs an administrator. */
function officeFinding({ at, office }: CustodyHealth, noticeDays: number): Finding {
  const item = 'office certificate';
  if (!office) return { item, ok: true, detail: 'none yet: the first start of the server makes it' };
  const left = daysLeft(office.endsAt, at);
  const kind = office.origin === 'made' ? 'made by the office itself' : 'issued by an authority';
  const due =
    left >= noticeDays
      ? ''
      : office.origin === 'made'
        ? ': start the server, which renews it'
        : ': bring its successor with "office certificate import"';
  return { item, ok: due === '', detail: `${kind}, ends on ${formatTime(office.endsAt)}, in ${left} days${due}` };
}

function witnessFinding({ witnesses: { witnesses, cosigned, openForks } }: CustodyHealth): Finding {
  const item = 'witnesses';
  if (openForks > 0)
    return { item, ok: false, detail: 'FORK OF THE LOG: nothing new is anchored until an administrator answers it at /office/witness' };
  if (witnesses.length === 0) return { item, ok: true, detail: 'none are configured (WITNESSES)' };
  const failing = witnesses.filter(({ error }) => error !== null);
  const faults = failing.map(({ name, error, failingSince }) => `${name} since ${failingSince ? formatTime(failingSince) : '?'}: ${error}`);
  const newest = cosigned ? `checkpoint ${cosigned.size} of ${formatTime(cosigned.signedAt)} is cosigned` : 'no checkpoint is cosigned yet';
  return { item, ok: failing.length === 0, detail: [newest, ...faults].join('; ') };
}

const dayMs = 86_400_000;
