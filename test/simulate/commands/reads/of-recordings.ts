import type { Recording } from '../../model/house.ts';
import { userPart } from '../../model/parts.ts';
import type { Operator } from '../../model/staff.ts';
import { Difference } from '../../model/step.ts';
import { consoleCall, differs, lacks, noRight, operatorFor, refused } from '../expect.ts';
import { anyUser, type UserCommand } from '../targets.ts';

/** Whose page opens a recording; an application that covers it opens it too, which is not looked into here. */
const pages = { pro: 'online:process', move: 'online:move' } as const;
const codes = { pro: 3, move: 4 } as const;

interface Read {
  readonly name: string;
  readonly path: string;
  readonly isDownload: boolean;
  readonly judge: (kept: Recording, data: unknown) => Difference | undefined;
}

/** Only what is complete has a certificate, and a file to take away (spec/console, 4.9). */
function read({ name, path, isDownload, judge }: Read): UserCommand {
  return {
    name,
    weight: 1,
    plan(house, dice) {
      const target = anyUser(house, dice, ({ recordings }) => recordings.length > 0);
      const chosen = dice.pick(target?.recordings ?? []);
      const operator = operatorFor(house, dice, pages[chosen?.type ?? 'pro']);
      if (!target || !chosen || !operator) return undefined;
      const fields = isDownload ? { baoquan: chosen.number, uid: '1', type: codes[chosen.type] } : { baoquan: chosen.number };
      return {
        call: consoleCall(operator, name, ['GET', path], fields),
        part: userPart(target.key),
        judge(user, answer, { by }) {
          const kept = user?.recordings.find(({ number }) => number === chosen.number);
          if (!user || !kept) return new Difference('the model has no such recording');
          if (isDownload && !by.permissions.has('evidence:download')) return differs(answer, noRight) ?? user;
          if (!by.permissions.has(pages[kept.type])) return mayBeRefused(by, answer.body['code']) ?? user;
          // The answer of its last chunk may still be under way.
          if (kept.status === 'SUCCESS') return judge(kept, answer.body['data']) ?? user;
          return answer.body['code'] === 200
            ? new Difference(`a recording that is ${kept.status} is handed out`)
            : (differs(answer, refused) ?? user);
        },
      };
    },
  };
}

function mayBeRefused({ permissions }: Operator, code: unknown): Difference | undefined {
  return code === 200 && !permissions.has('notarization:list') ? new Difference('opened by one who may not') : undefined;
}

const view = read({
  name: 'getProView',
  path: '/api/evidence/getProView',
  isDownload: false,
  judge: ({ number, status }, data) => lacks(data, { attestation_id: number, status }),
});

const download = read({
  name: 'downLoadRecording',
  path: '/api/evidence/downLoad',
  isDownload: true,
  judge: (_kept, data) =>
    String((data as { url?: string } | null)?.url).startsWith('/files/') ? undefined : new Difference(`no link: ${JSON.stringify(data)}`),
});

export const recordingReads: readonly UserCommand[] = [view, download];
