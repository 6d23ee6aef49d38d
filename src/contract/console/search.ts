import { z } from 'zod';
import { isPlainLine } from '../../domain/kit/text/storable.ts';
import { get } from '../call.ts';
import { personKeyword } from '../fields.ts';

/** One record, described as in its list: nothing that the list masks is shown in full here. */
const searchHit = z.object({
  id: z.string(),
  title: z.string(),
  texts: z.array(z.string()),
  status: z.string(),
  /** Address of its page; without one, of its list narrowed to it. */
  url: z.string(),
  /** What the operator may do with it in its current state; labels as on its page's buttons. */
  acts: z.array(z.string()),
});
export type SearchHit = z.output<typeof searchHit>;

const searchKind = z.object({
  kind: z.string(),
  name: z.string(),
  /** Newest first, at most five. Empty if too many match to be found at once. */
  hits: z.array(searchHit),
  /** Address of the list with the same keyword if it has further matches; empty otherwise. */
  more: z.string(),
});
export type SearchKind = z.output<typeof searchKind>;

/** One search over all records that the operator may read. */
export const searchCalls = {
  findRecords: get('/api/ajax/search/find', {
    summary: '全局搜索：按编号、名称查找记录',
    needs: 'signedIn',
    input: z.object({ keyword: personKeyword.refine(isPlainLine, '关键字含有无效字符') }),
    output: z.object({ list: z.array(searchKind) }),
  }),
} as const;
