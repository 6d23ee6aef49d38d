import type { ConsoleCall } from '../../model/house.ts';
import { askingPart } from '../../model/parts.ts';
import { Difference, type Command } from '../../model/step.ts';
import { consoleCall, differs, noRight, operatorFor } from '../expect.ts';

interface Read {
  readonly name: string;
  readonly way: readonly ['GET' | 'POST', string];
  /** Any of them will do; none for whoever is signed in. */
  readonly anyOf: readonly string[];
  /** And all of these. */
  readonly fields?: ConsoleCall['fields'];
}

const first: Read = { name: 'getTodoCounts', way: ['GET', '/api/ajax/todo/getCounts'], anyOf: [] };
/** Calls that change nothing and that hang on no one user: answered to whoever may ask, in the form that the contract says. */
const reads: readonly Read[] = [
  first,
  { name: 'getAllRule', way: ['GET', '/api/ajax/role/getAllRule'], anyOf: ['authority:role', 'authority:role:edit'] },
  { name: 'getRoleList', way: ['GET', '/api/ajax/role/getRoleList'], anyOf: ['authority:role'] },
  { name: 'getSaveRole', way: ['POST', '/api/ajax/role/getSaveRole'], anyOf: ['authority:role'], fields: { id: 2 } },
  { name: 'roleInfo', way: ['GET', '/api/ajax/power/roleInfo'], anyOf: ['authority:account', 'authority:account:edit'] },
  { name: 'adminList', way: ['GET', '/api/ajax/power/adminList'], anyOf: ['authority:account'] },
  { name: 'getOne', way: ['GET', '/api/ajax/power/getOne'], anyOf: ['authority:account', 'authority:account:edit'], fields: { id: 1 } },
  { name: 'accountSessions', way: ['GET', '/api/ajax/power/sessionList'], anyOf: ['authority:account'], fields: { id: 1 } },
  {
    name: 'getOperateRecords',
    way: ['GET', '/api/OperateRecords/getList'],
    anyOf: ['authority:account'],
    fields: { type: 2, roleOrAccountId: 2 },
  },
  { name: 'getLoginLog', way: ['GET', '/api/LoginLog/getList'], anyOf: ['authority:log'], fields: { type: 1 } },
  { name: 'getVersionList', way: ['GET', '/api/version/getList'], anyOf: ['app:version'], fields: { type: 2 } },
  { name: 'feedback', way: ['POST', '/api/version/feedback'], anyOf: ['app:feedback'] },
  { name: 'getClientList', way: ['GET', '/api/ajax/open/getClientList'], anyOf: ['open:client'] },
  { name: 'getCallList', way: ['GET', '/api/ajax/open/getCallList'], anyOf: ['open:client'], fields: { app_id: 'simulator' } },
  { name: 'getWebhookList', way: ['GET', '/api/ajax/open/getWebhookList'], anyOf: ['open:webhook'] },
  { name: 'webForList', way: ['GET', '/api/webfor/webForList'], anyOf: ['online:web'] },
  { name: 'recordingLabels', way: ['GET', '/api/evidence/labelList'], anyOf: ['online:process'], fields: { type: 1 } },
  { name: 'getReconciliation', way: ['GET', '/api/ajax/data/getReconciliation'], anyOf: ['finance:order'] },
  { name: 'getUserList', way: ['GET', '/api/ajax/user/getUserList'], anyOf: ['user:individual'], fields: { type: 1 } },
  { name: 'getBalanceList', way: ['GET', '/api/ajax/user/getBalanceList'], anyOf: ['user:balance'] },
  { name: 'getEvidencesList', way: ['GET', '/api/ajax/data/getEvidencesList'], anyOf: ['notarization:list'], fields: { sort: 'due' } },
  { name: 'getOrderList', way: ['GET', '/api/ajax/data/getOrderList'], anyOf: ['finance:order'] },
  { name: 'invoiceList', way: ['POST', '/api/invoice/invoiceList'], anyOf: ['finance:invoice'] },
  { name: 'nextReview', way: ['GET', '/api/ajax/user/nextReview'], anyOf: ['user:review'], fields: { type: 1 } },
  { name: 'nextApplication', way: ['GET', '/api/ajax/data/nextApplication'], anyOf: ['notarization:review'] },
  { name: 'acceptorList', way: ['GET', '/api/ajax/data/acceptorList'], anyOf: ['authority:role:edit'] },
  { name: 'getTrailList', way: ['GET', '/api/ajax/trail/getList'], anyOf: ['authority:trail'] },
  { name: 'getTrailOperators', way: ['GET', '/api/ajax/trail/getOperators'], anyOf: ['authority:trail'] },
  { name: 'getTrailChain', way: ['GET', '/api/ajax/trail/getChain'], anyOf: ['authority:trail'] },
  { name: 'getCredentialList', way: ['GET', '/api/ajax/office/getCredentialList'], anyOf: ['office:credentials'] },
  { name: 'getWitnesses', way: ['GET', '/api/ajax/custody/getWitnesses'], anyOf: ['custody:witness'] },
  { name: 'getWitnessRounds', way: ['GET', '/api/ajax/custody/getWitnessRounds'], anyOf: ['custody:witness'] },
  { name: 'findRecords', way: ['GET', '/api/ajax/search/find'], anyOf: [], fields: { keyword: '1000' } },
  { name: 'getWorkbench', way: ['GET', '/api/ajax/workbench/getSummary'], anyOf: [] },
  { name: 'getCalendar', way: ['GET', '/api/ajax/workbench/getCalendar'], anyOf: [] },
  { name: 'getMessages', way: ['GET', '/api/ajax/message/getList'], anyOf: [] },
  { name: 'getMessageCount', way: ['GET', '/api/ajax/message/getCount'], anyOf: [] },
  { name: 'readMessages', way: ['POST', '/api/ajax/message/read'], anyOf: [] },
];

/** Two of them ask for more than one right, and are asked by those alone who have all. */
const furtherRights: Readonly<Record<string, string>> = { acceptorList: 'notarization:list', nextReview: 'user:individual' };

const anyRead: Command<null> = {
  name: 'read',
  weight: 8,
  plan(house, dice) {
    const { name, way, anyOf, fields = {} } = dice.pick(reads) ?? first;
    const operator = operatorFor(house, dice, dice.pick(anyOf) ?? 'user:review');
    if (!operator) return undefined;
    return {
      call: consoleCall(operator, name, way, fields),
      part: askingPart(operator.username),
      judge(_state, answer, { by }) {
        const further = furtherRights[name];
        const hasOne = anyOf.length === 0 || anyOf.some((one) => by.permissions.has(one));
        if (!hasOne || (further !== undefined && !by.permissions.has(further))) return differs(answer, noRight) ?? null;
        if (answer.body['code'] === 200) return null;
        return new Difference(`expected 200, found ${answer.status} ${JSON.stringify(answer.body)}`);
      },
    };
  },
};

export const permittedReads: readonly Command<null>[] = [anyRead];
