import type { Office } from '../environment/office.ts';
import { checkAnchors } from './anchors.ts';
import { checkCounters } from './counters.ts';
import { checkEvents } from './events.ts';
import { checkExports } from './exports.ts';
import { checkLists } from './lists.ts';
import { checkDeliveries } from './deliveries.ts';
import { checkOtherLists } from './other-lists.ts';
import { checkStaff } from './staff.ts';
import { checkStored } from './stored.ts';
import { checkWitnesses } from './witnesses.ts';

/**
 * What must hold after a run: the model, the lists, the exports, the feed, the counters and the stored rows tell the same.
 * @param hasJobs whether the servers do their periodic work; without it nothing is anchored.
 */
export async function endChecks(office: Office, patienceMs: number, hasJobs = true): Promise<string[]> {
  const place = { ...office, patienceMs };
  const found = [
    await checkLists(place),
    await checkCounters(place),
    await checkExports(place),
    await checkEvents(place),
    await checkStored(place),
    await checkStaff(place),
    hasJobs ? await checkAnchors(place) : [],
    hasJobs ? await checkWitnesses(place) : [],
    await checkOtherLists(place),
    await checkDeliveries(place),
  ];
  return found.flat();
}
