import { codeTable, type NameOf } from './code-table.ts';

/** Row height of a list. */
export const listDensity = codeTable({
  normal: [1, '标准'],
  tight: [2, '紧凑'],
});
export type ListDensity = NameOf<typeof listDensity>;

/** Who can use a view of a list. */
export const viewScope = codeTable({
  own: [1, '仅自己'],
  role: [2, '本角色'],
});
export type ViewScope = NameOf<typeof viewScope>;

/** Bounds of views. Lengths count Unicode code points, widths pixels. */
export const viewLimits = {
  nameChars: 30,
  perList: 20, // per owner
  perOwner: 100, // over all lists
  sharedPerRole: 50, // every account of the role sees them all
  pinned: 12, // per operator; each is counted once a minute
  columns: 40,
  columnTitleChars: 30,
  columnWidthMin: 56,
  columnWidthMax: 960,
  filterChars: 200,
  textChars: 4000, // of the filters, and of the columns, as serialized
} as const;
