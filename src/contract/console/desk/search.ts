import { z } from 'zod';
import { isPlainLine } from '../../../domain/text/storable.ts';
import { get } from '../../call.ts';
import { keyword } from '../../fields.ts';

/** One record, with what its list shows of it and in the same words: nothing that the list masks stands here in full. */
const searchHit = z.object({
  id: z.string(),
  title: z.string(),
  texts: z.array(z.string()),
  status: z.string(),
  /** Of its page; where it has none, of its list narrowed to it. */
  url: z.string(),
  /** What the operator may do with it as it stands, as the buttons of its page are labelled. */
  acts: z.array(z.string()),
});
export type SearchHit = z.output<typeof searchHit>;

const searchKind = z.object({
  kind: z.string(),
  name: z.string(),
  /** The newest first, five at most. None where too many match to be found at once. */
  hits: z.array(searchHit),
  /** The list under the same keyword, where it has more than these; empty otherwise. */
  more: z.string(),
});
export type SearchKind = z.output<typeof searchKind>;

/** One search over all records that the operator may read. */
export const searchCalls = {
  findRecords: get('/api/ajax/search/find', {
    summary: '全局搜索：按编号、名称查找记录',
    needs: 'signedIn',
    input: z.object({ keyword: keyword.refine(isPlainLine, '关键字含有无效字符') }),
    output: z.object({ list: z.array(searchKind) }),
  }),
} as const;
