import { evidencePage } from '../../../contract/console/evidence.ts';
import { fileStatus } from '../../../domain/business/codes/evidence.ts';
import { userType, type UserType } from '../../../domain/business/codes/users.ts';
import type { Deps } from '../../custody/deps.ts';
import type { Operator } from '../../platform/http/operator.ts';
import { exactLookUp } from '../../desk/lists/exact-rows.ts';
import { firstRows } from '../../desk/lists/first-rows.ts';
import { actsOf, nothing, rowsSought, type Finder, type Found, type FoundRecord } from '../../desk/search/finder.ts';
import { isText, type SearchKeyword } from '../../desk/search/keyword.ts';
import { evidenceList, type ListedEvidence } from './evidence-list.ts';
import { shownName } from './find-evidence.ts';
import { evidenceRowOf } from './wire-rows.ts';

/** Finds evidence by its number or the beginning of it. */
export function evidenceFinders({ lists }: Pick<Deps, 'lists'>): Finder[] {
  const byNumber = exactLookUp(lists, evidenceList, 'number', { narrowing: ['shown_in'], limit: rowsSought, rows: 'one' });
  const byBeginning = async (type: UserType, { text }: SearchKeyword, operator: Operator): Promise<Found> => {
    if (!beginning.test(text)) return nothing;
    const rows = await firstRows(lists, evidenceList, { facets: { shown_in: type }, keyword: text, limit: rowsSought });
    return { ...nothing, hits: rows && rows.map((row) => hitOf(row, operator)) };
  };
  return (['enterprise', 'personal'] as const).map((type) => ({
    kind: `evidence/${type}`,
    name: `${userType.label(type)}存证`,
    needs: evidencePage[type],
    list: type === 'enterprise' ? '/evidence/EnterpriseCertificate' : '/evidence/certificate',
    async find(sought, operator) {
      if (isText(sought)) return byBeginning(type, sought, operator);
      if (sought.form !== 'evidence') return nothing;
      return { ...nothing, hits: (await byNumber(sought.number, { shown_in: type })).map((row) => hitOf(row, operator)) };
    },
    findPart: async (sought, operator) => byBeginning(type, sought, operator),
  }));
}

/** Shorter beginnings match too many numbers. */
const beginning = /^[0-9A-F]{4,31}$/i;

function hitOf(row: ListedEvidence, operator: Operator): FoundRecord {
  const holder = shownName(row.holderName ?? '', row.holderMobile ?? '');
  const { baoquan, title, saveTime, isDownload } = evidenceRowOf({ ...row, holder });
  const isThere = row.fileStatus === 'stored';
  return {
    id: baoquan,
    title,
    texts: [baoquan, holder, saveTime],
    status: fileStatus.label(row.fileStatus),
    url: `/certificate/${baoquan}/${row.userId}?isDownload=${isDownload}`,
    acts: actsOf(operator, [
      ['下载证据', 'evidence:download', isThere],
      ['下载证据包', 'evidence:download', isThere],
      ['下载证书', 'evidence:download', isThere],
    ]),
  };
}
