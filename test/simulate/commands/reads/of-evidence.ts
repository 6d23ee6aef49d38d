import type { User } from '../../model/house.ts';
import { userPart } from '../../model/parts.ts';
import type { Operator } from '../../model/staff.ts';
import { Difference } from '../../model/step.ts';
import { consoleCall, differs, lacks, noRight, operatorFor, refused } from '../expect.ts';
import { anyUser, type UserCommand } from '../targets.ts';
import { succeeds } from './of-users.ts';

const viewers = ['evidence:enterprise', 'evidence:personal', 'online:web', 'online:process', 'online:move', 'notarization:list'];

/** `no`: holds none of the pages; `maybe`: holds another, or an application that one may see covers it, which is not looked into here. */
function mayView({ permissions }: Operator, { type }: User): 'yes' | 'no' | 'maybe' {
  if (permissions.has(type === 2 ? 'evidence:enterprise' : 'evidence:personal')) return 'yes';
  if (!viewers.some((one) => permissions.has(one))) return 'no';
  return 'maybe';
}

type Ask = (user: User) => { readonly number: string; readonly title: string; readonly sha256: string } | undefined;

function anyEvidence(name: string, pick: Ask, plan: Parameters<typeof make>[1]): UserCommand {
  return make({ name, pick }, plan);
}

interface Shown {
  readonly way: readonly ['GET' | 'POST', string];
  readonly needsDownload?: boolean;
  /** Refused until it is anchored. */
  readonly isAwaited?: boolean;
  readonly fields: (number: string) => Record<string, string | number>;
  readonly judge: (
    user: User,
    kept: { number: string; title: string; sha256: string },
    data: unknown,
    by: Operator,
  ) => Difference | undefined;
}

function make(
  { name, pick }: { readonly name: string; readonly pick: Ask },
  { way, needsDownload, isAwaited, fields, judge }: Shown,
): UserCommand {
  return {
    name,
    weight: 2,
    plan(house, dice) {
      const target = anyUser(house, dice, (user) => pick(user) !== undefined);
      const chosen = target && pick(target);
      const operator = operatorFor(house, dice, target?.type === 2 ? 'evidence:enterprise' : 'evidence:personal');
      // Each download is a row of the history: sent again, another one.
      if (!target || !chosen || !operator || (needsDownload && house.isDisturbed)) return undefined;
      return {
        call: consoleCall(operator, name, way, fields(chosen.number)),
        part: userPart(target.key),
        judge(user, answer, { by }) {
          if (!user) return new Difference('the model has no such user');
          const view = mayView(by, user);
          if (view === 'no' || (needsDownload && !by.permissions.has('evidence:download'))) return differs(answer, noRight) ?? user;
          if (view === 'maybe' && answer.body['code'] !== 200)
            return differs(answer, noRight) === undefined ? user : (differs(answer, refused) ?? user);
          if (isAwaited && differs(answer, refused) === undefined) return user;
          return succeeds(answer) ?? judge(user, chosen, answer.body['data'], by) ?? user;
        },
      };
    },
  };
}

const detail = anyEvidence('saveDataDetail', ({ evidence }) => evidence.at(-1), {
  way: ['GET', '/api/data/saveDataDetail'],
  fields: (baoquan) => ({ baoquan }),
  judge: ({ id, type }, { number, title, sha256 }, data) =>
    lacks(data, { baoquan: number, userId: id, type, title, sha256, file_hash: sha256, fileStatus: 1, isDownload: 1 }),
});

/** Once it is anchored. */
const dossier = anyEvidence('getDossier', ({ evidence }) => evidence.at(0), {
  isAwaited: true,
  way: ['GET', '/api/data/dossier'],
  fields: (baoquan) => ({ baoquan }),
  judge: (_user, { number }, data) => lacks(data, { baoquan: number }),
});

/** Each success is a row of the download history, under the name of the token's owner. */
const download = anyEvidence('baoquanFile', ({ evidence }) => evidence.at(-1), {
  way: ['POST', '/api/Down/baoquanFile'],
  needsDownload: true,
  // Whatever is sent there, the token says who asks.
  fields: (baoquan) => ({ baoquan, uid: '1' }),
  judge(user, { number }, _data, by) {
    user.downloads.push({ number, by: by.realname, isBatch: false });
    return undefined;
  },
});

const history = anyEvidence('getDownHistory', ({ evidence }) => evidence.at(-1), {
  way: ['GET', '/api/DownHistory/getList'],
  fields: (number) => ({ type: 1, baoquan_no: number, is_batch: 0, limit: 100 }),
  judge({ downloads }, { number }, data) {
    const { list } = data as { list: readonly { operator: string; baoquan_no: string }[] };
    const found = list.map((one) => one.operator).toSorted();
    const expected = downloads.filter((one) => one.number === number).map(({ by }) => by);
    const isSame = found.join() === expected.toSorted().join();
    return isSame ? undefined : new Difference(`downloads of ${number}: expected ${expected.join()}, found ${found.join()}`);
  },
});

export const evidenceReads: readonly UserCommand[] = [detail, dossier, download, history];
