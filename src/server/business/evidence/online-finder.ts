import { onlinePage } from '../../../contract/console/evidence.ts';
import { onlineKind, type OnlineKind } from '../../../domain/business/codes/online-evidence.ts';
import { onlineStatusLabel, type OnlineStatus } from '../../../domain/business/rules/online-status.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Operator } from '../../platform/http/operator.ts';
import { actsOf, nothing, type Finder, type Found, type FoundRecord } from '../../desk/search/finder.ts';
import { isText, type SearchKeyword } from '../../desk/search/keyword.ts';

/** The search result fields of a capture or recording. */
export interface FoundOnline extends Readonly<Record<'number' | 'username' | 'mobile' | 'name', string>> {
  readonly shownStatus: OnlineStatus;
  readonly at: Date;
}

/** Look-ups for the rows of one kind. */
export interface OnlineLookUps {
  byNumber(number: string): Promise<readonly FoundOnline[]>;
  byMobile(mobile: string): Promise<readonly FoundOnline[]>;
  byText(text: string): Promise<readonly FoundOnline[] | null>;
}

/** Finds captures and recordings by number, mobile, owner and name. */
export function onlineFinder(kind: OnlineKind, rowsBy: OnlineLookUps): Finder {
  const rowsOf = async (sought: SearchKeyword): Promise<readonly FoundOnline[] | null> => {
    if (sought.form === 'evidence') return rowsBy.byNumber(sought.number);
    if (sought.form === 'mobile') return rowsBy.byMobile(sought.number);
    return isText(sought) ? rowsBy.byText(sought.text) : [];
  };
  const foundOf = (rows: readonly FoundOnline[] | null, operator: Operator): Found => ({
    ...nothing,
    hits: rows && rows.map((row) => hitOf(kind, row, operator)),
  });
  return {
    kind: `online/${kind}`,
    name: onlineKind.label(kind),
    needs: onlinePage[kind],
    list: `/online/${kind}`,
    find: async (sought, operator) => foundOf(await rowsOf(sought), operator),
    findPart: async ({ text }, operator) => foundOf(partOfNumber.test(text) ? await rowsBy.byText(text) : [], operator),
  };
}

const partOfNumber = /^[0-9A-F]{12,31}$/i;

function hitOf(kind: OnlineKind, { number, username, mobile, name, shownStatus, at }: FoundOnline, operator: Operator): FoundRecord {
  const hasSucceeded = shownStatus === 'succeeded';
  return {
    id: number,
    title: name,
    texts: [number, username, mobile, formatTime(at)],
    status: onlineStatusLabel(shownStatus),
    // Only succeeded ones have a certificate.
    url: hasSucceeded ? `/online/attestation/${number}/${segments[kind]}` : `/online/${kind}?keyword=${number}`,
    acts: actsOf(operator, [['下载证据', 'evidence:download', hasSucceeded]]),
  };
}

/** spec/console, 2.3: /online/attestation/{id}/{web or move or pro}. */
const segments: Record<OnlineKind, string> = { web: 'web', process: 'pro', move: 'move' };
