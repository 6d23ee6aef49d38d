import type { Dice } from '../../model/dice.ts';
import type { House } from '../../model/house.ts';
import { sharedPart } from '../../model/parts.ts';
import { Difference, type Command } from '../../model/step.ts';
import { beaten, consoleCall, differs, doneWith, lacks, noRight, operatorFor, refusal, refused, said } from '../expect.ts';

export interface Version {
  /** Empty until it was asked for. */
  id: string;
  readonly number: string;
  readonly previous: string;
  readonly content: string;
  /** 0 waits for the store, 1 passed. */
  status: 0 | 1;
}

/** Versions of the iOS app (spec/finance-app-authority, 4 and 5): an Android version needs a package, which is not uploaded here. */
export const versionsPart = sharedPart<Version[]>('versions', () => []);
type VersionCommand = Command<Version[]>;
const ios = 2;
const most = 12;

/** Ascending by their numbers. */
export function sorted(versions: readonly Version[]): Version[] {
  return versions.toSorted((one, other) => compare(one.number, other.number));
}

function compare(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number));
  return a?.map((part, at) => part - (b?.[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** A number serves once, the previous version is one of the list, and a lower one than the latest has to be confirmed. */
const add: VersionCommand = {
  name: 'add-version',
  weight: 2,
  plan(house, dice) {
    const operator = operatorFor(house, dice, 'app:publish');
    const known = versionsPart.read(house);
    if (!operator || known.length >= most) return undefined;
    const number = numberFor(known, dice);
    const previous = dice.oneIn(8) ? '9.9.9' : (dice.pick(known)?.number ?? '');
    const isConfirmed = dice.oneIn(2);
    const status = dice.below(2) as 0 | 1;
    const content = `更新${dice.word(4)}`;
    const texts = { update_time: '2026-01-02 08:00:00', update_desc: '内部', update_content: content };
    const fields = { type: ios, current_version: number, upper_version: previous, status, ...texts, confirm: isConfirmed ? 1 : 0 };
    return {
      call: consoleCall(operator, 'addVersion', ['POST', '/api/version/addVersion'], fields),
      part: versionsPart,
      done: doneWith('添加成功'),
      judge(versions, answer, { by }) {
        if (!by.permissions.has('app:publish')) return differs(answer, noRight) ?? versions;
        const latest = sorted(versions).at(-1);
        const isUnknown = versions.length > 0 ? !versions.some((one) => one.number === previous) : previous !== '';
        const isLower = latest !== undefined && compare(number, latest.number) < 0;
        if (versions.some((one) => one.number === number) || isUnknown || (isLower && !isConfirmed))
          return differs(answer, refused) ?? versions;
        versions.push({ id: '', number, previous, content, status });
        return differs(answer, said('添加成功')) ?? sorted(versions);
      },
    };
  },
};

/** A narrow choice, so that two who come at once may ask for the same. */
function numberFor(known: readonly Version[], dice: Dice): string {
  const twin = dice.oneIn(6) ? dice.pick(known) : undefined;
  return twin?.number ?? `1.${Math.max(0, known.length + dice.below(3) - 1)}.${dice.below(2)}`;
}

/** Toggled; what is so already was changed by somebody else. */
const toggle: VersionCommand = {
  name: 'ios-switch',
  weight: 2,
  plan(house, dice) {
    const operator = operatorFor(house, dice, 'app:publish');
    const chosen = dice.pick(versionsPart.read(house).filter(({ id }) => id !== ''));
    if (!operator || !chosen) return undefined;
    const status = dice.oneIn(6) ? chosen.status : chosen.status === 1 ? 0 : 1;
    return {
      call: consoleCall(operator, 'iosSwitch', ['POST', '/api/version/iosSwitch'], { id: chosen.id, status }),
      part: versionsPart,
      done: doneWith('操作成功'),
      judge(versions, answer, { by }) {
        const kept = versions.find(({ id }) => id === chosen.id);
        if (!kept) return new Difference('the model has no such version');
        if (!by.permissions.has('app:publish')) return differs(answer, noRight) ?? versions;
        if (kept.status === status) return differs(answer, beaten) ?? versions;
        kept.status = status;
        return differs(answer, said('操作成功')) ?? versions;
      },
    };
  },
};

/** What an app in the field asks, unsigned: the highest version. */
const latest: VersionCommand = {
  name: 'latest-version',
  weight: 1,
  plan: () => ({
    call: { door: 'open', name: 'latestVersion', method: 'GET', path: `/open/v1/versions/latest?type=${ios}`, fields: {} },
    part: versionsPart,
    judge(versions, answer) {
      const highest = sorted(versions).at(-1);
      if (!highest) return differs(answer, refusal.unknown) ?? versions;
      const { number, content, status } = highest;
      return lacks(answer.body, { type: ios, current_version: number, update_content: content, status }) ?? versions;
    },
  }),
};

const list: VersionCommand = {
  name: 'version-list',
  weight: 1,
  plan(house, dice) {
    const operator = operatorFor(house, dice, 'app:version');
    if (!operator) return undefined;
    return {
      call: consoleCall(operator, 'versionList', ['GET', '/api/version/versionList'], { type: ios }),
      part: versionsPart,
      judge(versions, answer, { by }) {
        if (!by.permissions.has('app:version') && !by.permissions.has('app:publish')) return differs(answer, noRight) ?? versions;
        const { list: rows } = (answer.body['data'] ?? { list: [] }) as { list: readonly { current_version: string }[] };
        const expected = sorted(versions).toReversed();
        const isSame = rows.map((row) => row.current_version).join() === expected.map(({ number }) => number).join();
        return isSame ? versions : new Difference(`versions: found ${JSON.stringify(answer.body)}`);
      },
    };
  },
};

const detail: VersionCommand = {
  name: 'version-detail',
  weight: 1,
  plan(house, dice) {
    const operator = operatorFor(house, dice, 'app:version');
    const chosen = dice.pick(versionsPart.read(house).filter(({ id }) => id !== ''));
    if (!operator || !chosen) return undefined;
    return {
      call: consoleCall(operator, 'versionDetail', ['GET', '/api/version/detail'], { id: chosen.id }),
      part: versionsPart,
      judge(versions, answer, { by }) {
        if (!by.permissions.has('app:version')) return differs(answer, noRight) ?? versions;
        const kept = versions.find(({ id }) => id === chosen.id);
        if (!kept) return new Difference('the model has no such version');
        const { number, previous, content, status } = kept;
        const expected = { current_version: number, upper_version: previous, update_content: content, status, iosStatus: status };
        return lacks(answer.body['data'], expected) ?? versions;
      },
    };
  },
};

/** Ids of versions, which no answer told. */
export function nameVersions(house: House, rows: readonly { readonly id: string; readonly current_version: string }[]): string[] {
  const versions = versionsPart.copy(versionsPart.read(house));
  for (const version of versions) version.id = rows.find((row) => row.current_version === version.number)?.id ?? '?';
  versionsPart.write(house, versions);
  return versions.filter(({ id }) => id === '?').map(({ number }) => `version ${number} is not in the list`);
}

export const versionCommands: readonly VersionCommand[] = [add, toggle, latest, list, detail];
