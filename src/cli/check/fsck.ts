import type { Config } from '../../server/platform/runtime/config.ts';
import { checkAnchors, type AnchorCheck } from '../../server/custody/audit/anchor-check.ts';
import { openChain } from '../../server/custody/chain/chain.ts';
import { checkEvidence, type EvidenceCheck } from '../../server/custody/audit/evidence-check.ts';
import { checkLog, type LogReport } from '../../server/custody/audit/log-check.ts';
import { checkObjects, type ObjectCheck } from '../../server/custody/audit/object-check.ts';
import { checkRecords, type RecordsCheck } from '../../server/custody/audit/record-check.ts';
import { laterObjects, orphanedObjects, type OrphanedObjects } from '../../server/custody/objects/orphaned-objects.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { checkErasures, type ErasuresCheck } from '../../server/business/erasures/check.ts';
import { checkEvents, type EventsCheck } from '../../server/desk/events/check.ts';
import { checkCredentials, type CredentialsCheck } from '../../server/publishing/office-credentials/check.ts';
import { checkMoney, type MoneyCheck } from '../../server/business/orders/check.ts';
import { checkActs, type ActsCheck } from '../../server/business/points/acts-check.ts';
import { checkLedger, type LedgerCheck } from '../../server/business/points/check.ts';
import { findSecret } from '../../server/platform/db/secrets.ts';
import { openOwnStore } from '../../server/platform/installation/store-owner.ts';
import { checkTwoPeople, type TwoPeopleCheck } from '../../server/desk/two-people/check.ts';
import { checkTrailChain, extendTrailChain } from '../../server/desk/trail/chain.ts';
import { CommandError, options, type Command } from '../lib/command.ts';

/** Recomputes everything that must not change and names the first wrong row. */
export const fsck: Command = {
  name: 'fsck',
  usage: '[--objects] [--chain] [--later]',
  summary:
    "re-derive the trail's chain, the log, the evidence and its records, the office's credentials, the points, the money, the feed of " +
    'events and the stored files; exit 1 when something was changed',
  async run({ db, args, config }) {
    const { flags } = options(args, [], ['objects', 'chain', 'later']);
    if (flags.has('chain') && !config.chain) throw new CommandError('--chain needs CHAIN_RPC_URL and CHAIN_KEY.');
    // Without a running server the newest rows may not be linked into the chain yet.
    while ((await extendTrailChain(db)) > 0);
    const trail = await checkTrailChain(db);
    const log = await checkLog(db);
    const evidence = await checkEvidence(db, await findSecret(db, 'evidence-owner'));
    const records = await checkRecords(db);
    const credentials = await checkCredentials(db);
    const points = await checkLedger(db);
    const acts = await checkActs(db);
    const money = await checkMoney(db);
    const events = await checkEvents(db);
    const store = await openOwnStore(config, db);
    const erasures = await checkErasures(db, store);
    const twoPeople = await checkTwoPeople(db, config.invoiceFourEyes);
    const objects = await checkObjects(db, store, flags.has('objects'));
    const { unnamed, firstOrphaned } = await orphanedObjects(db, store);
    const later = flags.has('later') ? await laterObjects(db, store) : null;
    const chain = flags.has('chain') ? await anchorsOf(db, config) : null;
    const text = [
      trail.broken
        ? `trail: broken at ${trail.broken.seq === '' ? 'its end' : `link ${trail.broken.seq}`}: ${trail.broken.reason}`
        : `trail: ${trail.checked} rows, chain whole`,
      logText(log),
      evidenceText(evidence),
      recordsText(records),
      credentialsText(credentials),
      pointsText(points),
      actsText(acts),
      moneyText(money),
      eventsText(events),
      ...(erasures.erasures > 0 || erasures.broken ? [erasuresText(erasures)] : []),
      ...(twoPeople.decisions > 0 ? [twoPeopleText(twoPeople)] : []),
      objectsText(objects, flags.has('objects')),
      ...(unnamed > 0
        ? [
            `unnamed: ${unnamed} stored files that no row names, ` +
              `of refused calls or killed servers: ${firstOrphaned.join(', ')}${unnamed > firstOrphaned.length ? ', …' : ''}`,
          ]
        : []),
      ...(later ? [laterText(later)] : []),
      ...(chain ? [chainText(chain)] : []),
    ].join('\n');
    const found = [
      trail,
      log,
      evidence,
      records,
      credentials,
      points,
      acts,
      money,
      events,
      erasures,
      twoPeople,
      objects,
      ...(chain ? [chain] : []),
    ];
    return {
      value: {
        trail,
        log,
        evidence,
        records,
        credentials,
        points,
        acts,
        money,
        events,
        erasures,
        twoPeople,
        objects: { ...objects, unnamed, firstOrphaned, ...(later ? { later: later.unnamed, firstLater: later.firstOrphaned } : {}) },
        ...(chain ? { chain } : {}),
      },
      text,
      failed: found.some(({ broken }) => broken !== null),
    };
  },
};

function recordsText({ days, tokens, broken }: RecordsCheck): string {
  return broken
    ? `records: broken at tree ${broken.tree}: ${broken.reason}`
    : `records: trees of ${days} days, ${tokens} tokens, all as they should be`;
}

function credentialsText({ credentials, lists, broken }: CredentialsCheck): string {
  return broken
    ? `credentials: broken at ${broken.table} ${broken.row}: ${broken.reason}`
    : `credentials: ${credentials} of the office, ${lists} lists of them in the log, all alike`;
}

async function anchorsOf(db: Database, { chain }: Config): Promise<AnchorCheck | null> {
  return chain && checkAnchors(db, await openChain(chain));
}

function logText({ broken, entries, checkpoints, timestamps }: LogReport): string {
  return broken
    ? `log: broken at ${broken.table} ${broken.row}: ${broken.reason}`
    : `log: ${entries} entries, ${checkpoints} checkpoints, ${timestamps} timestamps, tree whole`;
}

function evidenceText({ broken, evidence, files }: EvidenceCheck): string {
  return broken
    ? `evidence: broken at ${broken.number}: ${broken.reason}`
    : `evidence: ${evidence} pieces with ${files} files, each as its manifest in the log`;
}

function pointsText({ transfers, broken }: LedgerCheck): string {
  if (!broken) return `points: ${transfers} transfers, every balance and list their sum`;
  return `points: of user ${broken.userId} the ${broken.of} says ${broken.kept}, the transfers ${broken.booked}`;
}

function actsText({ acts, broken }: ActsCheck): string {
  return broken ? `acts: ${broken.of} ${broken.reason}` : `acts: ${acts} that took or gave points, each with its booking`;
}

function moneyText({ orders, invoices, broken }: MoneyCheck): string {
  return broken
    ? `money: ${broken.of} ${broken.reason}`
    : `money: ${orders} orders and ${invoices} invoices, each as its payments, refunds and points`;
}

function eventsText({ broken, events, waiting }: EventsCheck): string {
  if (broken) return `events: broken at ${broken.id}: ${broken.reason}`;
  return `events: ${events} in the feed, each as the open API describes it${waiting > 0 ? `; ${waiting} wait for their places` : ''}`;
}

function erasuresText({ broken, erasures, trailRows, files }: ErasuresCheck): string {
  if (broken) return `erasures: broken at ${broken.erasure}: ${broken.reason}`;
  return `erasures: ${erasures} users, each decided by two people; words taken from ${trailRows} rows of the trail, ${files} files gone`;
}

function twoPeopleText({ broken, decisions }: TwoPeopleCheck): string {
  if (!broken) return `two people: ${decisions} decisions, the accounts of each independent of one another`;
  return `two people: ${broken.of} ${broken.reason}; another administrator confirms that account (确认账号) once it is looked into`;
}

function objectsText({ first, objects, known, faulty }: ObjectCheck, isRehashed: boolean): string {
  if (faulty > 0)
    return first.map(({ sha256, reason }, at) => `${at === 0 ? `files: ${faulty} faulty:` : '      '} ${sha256}: ${reason}`).join('\n');
  const others = known > 0 ? `, but for ${known} that are known to be damaged or missing` : '';
  return `files: ${objects} stored, ${isRehashed ? 'every byte as hashed' : 'each of its size (--objects hashes them)'}${others}`;
}

/** Stored files that are newer than the rows, as after a restore of the database to an earlier point in time. */
function laterText({ unnamed, firstOrphaned }: OrphanedObjects): string {
  if (unnamed === 0) return 'later: no stored file is later than the rows';
  return (
    `later: ${unnamed} stored files that came after the newest row that names one: ` +
    `${firstOrphaned.join(', ')}${unnamed > firstOrphaned.length ? ', …' : ''}`
  );
}

function chainText({ broken, anchors }: AnchorCheck): string {
  return broken ? `chain: broken at checkpoint ${broken.checkpoint}: ${broken.reason}` : `chain: ${anchors} roots, each in its transaction`;
}
