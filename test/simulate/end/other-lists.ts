import { clientsPart } from '../commands/crud/clients.ts';
import { versionsPart } from '../commands/crud/versions.ts';
import { yuan } from '../model/house.ts';
import { ask } from '../play/learn.ts';
import { line, same, sameLines, wholeList, type Checked } from './compare.ts';

/** Versions, feedback, clients and endpoints, and the months that finance adds up. */
export async function checkOtherLists(office: Checked): Promise<string[]> {
  return [
    ...(await checkVersions(office)),
    ...(await checkFeedback(office)),
    ...(await checkClients(office)),
    ...(await checkYear(office)),
  ];
}

async function checkVersions(office: Checked): Promise<string[]> {
  const { rows } = await wholeList(office, 'getVersionList', ['GET', '/api/version/getList'], { type: 2 }, 3);
  return sameLines(
    'versions',
    rows.map(({ id, current_version, upper_version, update_content, status }) =>
      line(id, current_version, upper_version, update_content, status),
    ),
    versionsPart.read(office.house).map(({ id, number, previous, content, status }) => line(id, number, previous, content, status)),
  );
}

async function checkFeedback(office: Checked): Promise<string[]> {
  const { rows } = await wholeList(office, 'feedback', ['POST', '/api/version/feedback'], {}, 7);
  return sameLines(
    'feedback',
    rows.map(({ id, mobile, type, content }) => line(id, mobile, type, content)),
    [...office.house.users.values()].flatMap(({ mobile, feedback }) =>
      feedback.map(({ id, type, content }) => line(id, mobile, type, content)),
    ),
  );
}

async function checkClients(office: Checked): Promise<string[]> {
  const clients = clientsPart.read(office.house);
  const listed = await wholeList(office, 'getClientList', ['GET', '/api/ajax/open/getClientList']);
  const own = new Set(clients.map(({ app_id }) => app_id));
  const webhooks = await wholeList(office, 'getWebhookList', ['GET', '/api/ajax/open/getWebhookList']);
  return [
    ...sameLines(
      'clients',
      listed.rows.filter(({ app_id }) => own.has(String(app_id))).map(({ app_id, name, status }) => line(app_id, name, status)),
      clients.map(({ app_id, name, isDisabled }) => line(app_id, name, isDisabled ? 2 : 1)),
    ),
    ...sameLines(
      'webhooks',
      webhooks.rows.map(({ webhook_id, app_id, status }) => line(webhook_id, app_id, status)),
      clients.flatMap(({ app_id, endpoints }) => endpoints.map(({ id, isDisabled }) => line(id, app_id, isDisabled ? 2 : 1))),
    ),
  ];
}

/** Where a clock went a day ahead, some of it may have come in another year. */
async function checkYear(office: Checked): Promise<string[]> {
  if (office.sender.ahead.size > 0) return [];
  const users = [...office.house.users.values()];
  const applications = users.flatMap((user) => user.applications);
  const recharges = users.flatMap((user) => user.recharges);
  const invoices = users.flatMap((user) => user.invoices);
  const sum = (all: readonly { readonly fen: number }[]): string => yuan(all.reduce((fen, one) => fen + one.fen, 0));
  const paid = recharges.filter(({ pay }) => pay === 2);
  const { data } = (await ask(office, 'getReconciliation', ['GET', '/api/ajax/data/getReconciliation'], {})).body;
  const { total } = data as { total: Record<string, unknown> };
  return [
    ...same('year: notarization', total['notarization'], sum(applications.filter(({ pay }) => pay === 2 || pay === 5))),
    ...same('year: recharge', total['recharge'], sum(paid)),
    ...same('year: refund', total['refund'], sum(applications.filter(({ pay }) => pay === 5))),
    ...same(
      'year: points sold',
      total['pointsSold'],
      paid.reduce((points, one) => points + one.points, 0),
    ),
    ...same('year: invoiced', total['invoiced'], sum(invoices.filter(({ status, isRed }) => status === 3 && !isRed))),
    ...same('year: open', total['open'], sum([...applications, ...recharges].filter(({ pay, invoice }) => pay === 2 && invoice === null))),
  ];
}
