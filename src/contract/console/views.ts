import { z } from 'zod';
import { codePointLength } from '../../domain/kit/text/length.ts';
import { listDensity, viewLimits, viewScope } from '../../domain/business/codes/views.ts';
import { isPlainLine } from '../../domain/kit/text/storable.ts';
import { givenText } from '../../domain/kit/text/visible-text.ts';
import { get, post } from '../call.ts';
import { code, id, listOf, optional, version } from '../fields.ts';
import { isViewList, type ViewListName } from './view-lists.ts';

const badFilters = '筛选条件无效';
const badColumns = '列设置无效';
const tooMany = `列设置最多${viewLimits.columns}列`;

const listName = z.string('请选择列表').transform((name, context): ViewListName => {
  if (isViewList(name)) return name;
  context.addIssue({ code: 'custom', message: '列表不存在' });
  return z.NEVER;
});

const viewName = z
  .string('请填写视图名称')
  .transform(givenText)
  .refine((text) => text !== '', '请填写视图名称')
  .refine((text) => codePointLength(text) <= viewLimits.nameChars, `视图名称最多${viewLimits.nameChars}个字`)
  .refine(isPlainLine, '视图名称含有无效字符');

/** `{"status":"2"}`: input fields of the list's call, in their wire form. */
const filters = jsonOf(
  z.record(z.string().max(40, badFilters), z.string(badFilters).max(viewLimits.filterChars, '筛选条件过长'), badFilters),
  badFilters,
);

const values = jsonOf(z.array(z.string(badFilters).max(40, badFilters), badFilters).min(1, badFilters).max(20, badFilters), badFilters);

const column = z.object(
  {
    title: z.string(badColumns).min(1, badColumns).max(viewLimits.columnTitleChars, badColumns).refine(isPlainLine, badColumns),
    /** In pixels; 0 means the column's default. */
    width: z
      .int('列宽应为整数')
      .refine(
        (width) => width === 0 || (width >= viewLimits.columnWidthMin && width <= viewLimits.columnWidthMax),
        `列宽应为${viewLimits.columnWidthMin}到${viewLimits.columnWidthMax}`,
      ),
    hidden: z.union([z.literal(0), z.literal(1)], badColumns),
  },
  badColumns,
);
export type ViewColumn = z.output<typeof column>;

/** All columns of the list in order: `[{"title":"手机号","width":0,"hidden":0}]`. */
const columns = jsonOf(
  z
    .array(column, badColumns)
    .max(viewLimits.columns, tooMany)
    .refine((all) => new Set(all.map(({ title }) => title)).size === all.length, badColumns),
  badColumns,
);

const flag = z.enum(['0', '1'], '状态无效').transform((text) => text === '1');

const viewRow = z.object({
  id: z.string(),
  list: z.string(),
  name: z.string(),
  /** Filters that the list still has. */
  filters: z.record(z.string(), z.string()),
  /** Names of saved filters that the list no longer has or accepts. */
  dropped: z.array(z.string()),
  columns: z.array(column),
  density: z.number(),
  scope: z.number(),
  scope_name: z.string(),
  owner_id: z.string(),
  /** The owner's current name. */
  owner: z.string(),
  /** Name of the role that can use it; empty if only its owner can. */
  position: z.string(),
  /** 1 if the asking operator may change it. */
  editable: z.number(),
  /** Both are choices of the asking operator. */
  is_default: z.number(),
  pinned: z.number(),
  /** Number of rows of a pinned view; null if no counter covers it. */
  count: z.number().int().nullable(),
  version: z.string(),
  update_time: z.string(),
});
export type ViewRow = z.output<typeof viewRow>;

const savedView = z
  .object({
    /** Changes only the given fields of this view; without it, a new view is made. */
    id: optional(id),
    list: optional(listName),
    name: optional(viewName),
    filters: optional(filters),
    columns: optional(columns),
    density: optional(code(listDensity, '行高无效')),
    scope: optional(code(viewScope, '可见范围无效')),
    /** Only for the asking operator; everyone who can use a view may pin it. */
    pinned: optional(flag),
    /** The version on which the change is based, from `getList`. */
    version,
  })
  .superRefine((view, context) => {
    if (view.id !== undefined) return;
    if (view.list === undefined) context.addIssue({ code: 'custom', path: ['list'], message: '请选择列表' });
    if (view.name === undefined) context.addIssue({ code: 'custom', path: ['name'], message: '请填写视图名称' });
  });
export type SavedView = z.output<typeof savedView>;

/** Views of lists. Every signed-in operator may make these calls; a view requires the permission of its list. */
export const viewCalls = {
  getViewList: get('/api/ajax/view/getList', {
    summary: '列表视图：自己的，以及共享给本角色的',
    needs: 'signedIn',
    isPolled: true,
    input: z.object({ list: optional(listName) }),
    output: listOf(viewRow),
  }),
  getListTotals: get('/api/ajax/view/getTotals', {
    summary: '列表在一个筛选项的各个取值下的条数',
    needs: 'signedIn',
    isPolled: true,
    /** `values` of the filter `field`, in JSON; an empty one stands for all. The other filters stay as given. */
    input: z.object({ list: listName, field: z.string(badFilters).max(40, badFilters), values, filters: optional(filters) }),
    /** In the order of `values`; null if no counter covers the filters. */
    output: listOf(z.object({ value: z.string(), count: z.number().int().nullable() })),
  }),
  saveView: post('/api/ajax/view/save', {
    summary: '保存、修改、共享或固定列表视图',
    needs: 'signedIn',
    message: '操作成功',
    messageOf: ({ id: known, pinned, ...change }) => {
      if (known === undefined) return '新增成功';
      return pinned !== undefined && Object.values(change).every((value) => value === undefined) ? '操作成功' : '编辑成功';
    },
    input: savedView,
    output: z.object({ id: z.string() }),
  }),
  deleteView: post('/api/ajax/view/delete', {
    summary: '删除列表视图',
    needs: 'signedIn',
    message: '操作成功',
    input: z.object({ id }),
    output: z.null(),
  }),
  setDefaultView: post('/api/ajax/view/setDefault', {
    summary: '设为或取消列表的默认视图',
    needs: 'signedIn',
    message: '操作成功',
    /** `status`: 1 opens the list with this view, 0 stops that. */
    input: z.object({ id, status: flag }),
    output: z.null(),
  }),
} as const;

/** A value that is sent as JSON in one field. */
function jsonOf<T extends z.ZodType>(schema: T, message: string) {
  return z
    .string(message)
    .max(viewLimits.textChars, message)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      }
    })
    .pipe(schema);
}
