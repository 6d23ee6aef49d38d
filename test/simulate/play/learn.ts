import type { Answer, Application, ClientKey, ConsoleCall, House, User } from '../model/house.ts';
import { isAcceptor, nobody } from '../model/staff.ts';
import { consoleCall } from '../commands/expect.ts';
import { nameVersions, versionsPart } from '../commands/crud/versions.ts';
import { administrator } from '../commands/staff/targets.ts';
import type { Scene } from './scene.ts';

/**
 * What no answer of the round told, asked of the console: the ids of gifts, and who took an application.
 * @param before who had which open application when the round began.
 * @returns what is wrong with the answers.
 */
export async function learn(scene: Scene, users: readonly User[], before: OpenCases): Promise<string[]> {
  const faults: string[] = [];
  const untaken = users.flatMap((user) => user.applications.filter(({ acceptor }) => acceptor === undefined).map((one) => ({ user, one })));
  const uncertain = users.filter(
    ({ type, status, credentials, isSuspended }) => type === 2 && status === 3 && !credentials && !isSuspended,
  );
  const unnamed = users.filter(({ gifts }) => gifts.some(({ id }) => id === ''));
  await Promise.all([
    ...uncertain.map(async (user) => {
      const { data } = (await ask(scene, 'userDetail', ['GET', '/api/user/userDetail'], { user_id: user.id })).body;
      const { app_id, security_key } = (data as { userInfo: Partial<ClientKey> }).userInfo;
      if (app_id === undefined || security_key === undefined) faults.push(`the enterprise ${user.key} has no credentials`);
      else user.credentials = { app_id, security_key };
    }),
    learnVersions(scene),
    ...untaken.map(async ({ user, one }) => {
      const answer = await ask(scene, 'evidencesDetail', ['GET', '/api/data/evidencesDetail'], { orderId: one.id, userId: user.id });
      one.acceptor = String((answer.body['data'] as { acceptor_id?: string } | null)?.acceptor_id);
    }),
    ...unnamed.map(async (user) => {
      const answer = await ask(scene, 'getPoints', ['GET', '/api/ajax/user/getPoints'], {
        keyword: user.mobile,
        userStatus: user.type,
        limit: 100,
      });
      const { list } = answer.body['data'] as { list: { id: string; points: number; type: number; explain: string; admin: string }[] };
      const known = new Set(user.gifts.map(({ id }) => id));
      for (const gift of user.gifts.filter(({ id }) => id === '')) {
        const row = list.find(
          ({ id, points, type, explain, admin }) =>
            !known.has(id) && points === gift.points && type === gift.kind && explain === gift.explain && admin === gift.by,
        );
        if (!row) faults.push(`the gift of ${gift.points} to ${user.key} is not in the list`);
        gift.id = row?.id ?? '?';
        known.add(gift.id);
      }
    }),
  ]);
  return [...faults, ...untaken.flatMap(({ one }) => acceptorFault(scene.house, one, before) ?? [])];
}

/** The numbers of new versions. */
async function learnVersions(scene: Scene): Promise<void> {
  if (versionsPart.read(scene.house).every(({ id }) => id !== '')) return;
  const { data } = (await ask(scene, 'versionList', ['GET', '/api/version/versionList'], { type: 2 })).body;
  nameVersions(scene.house, (data as { list: readonly { id: string; current_version: string }[] }).list);
}

/** The console's answer to one of the right to read everything. */
export async function ask(
  { house, sender, patienceMs }: Pick<Scene, 'house' | 'sender' | 'patienceMs'>,
  name: string,
  [method, path]: readonly ['GET' | 'POST', string],
  fields: ConsoleCall['fields'],
  operator = house.operators.get(administrator) ?? nobody,
): Promise<Answer> {
  const { answer } = await sender.send(consoleCall(operator, name, [method, path], fields), patienceMs);
  if (answer.body['code'] !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

/** The open applications that somebody has, by their ids, with the account. */
export type OpenCases = ReadonlyMap<string, string>;

export function openCases({ users }: House): OpenCases {
  const open = [...users.values()].flatMap(({ applications }) => applications).filter(({ status }) => status === 'waiting');
  return new Map(open.flatMap(({ id, acceptor }) => (acceptor === undefined ? [] : [[id, acceptor] as const])));
}

/**
 * Only an acceptor gets an application: who has the fewest open ones (spec/wire, 5). How many somebody had at that moment of the round
 * is known within bounds: at least those that they had all along, at most those that they ever had.
 */
function acceptorFault(house: House, { id, acceptor = '' }: Application, before: OpenCases): string | undefined {
  const able = [...house.operators.values()].filter(isAcceptor).map((one) => one.id);
  if (!able.includes(acceptor)) return `the acceptor ${acceptor} does not accept applications`;
  const after = openCases(house);
  const all = new Set([...before.keys(), ...after.keys()].filter((one) => one !== id));
  const countOf = (has: (one: string) => boolean): number => [...all].filter(has).length;
  const least = countOf((one) => before.get(one) === acceptor && after.get(one) === acceptor);
  const most = Math.min(...able.map((who) => countOf((one) => before.get(one) === who || after.get(one) === who)));
  return least <= most ? undefined : `acceptor ${acceptor} has ${least} open applications or more, another ${most} at most`;
}
