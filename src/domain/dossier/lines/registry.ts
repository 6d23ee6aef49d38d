import type { LineRule } from '../rule.ts';
import { archiveRules } from './archive.ts';
import { beforeRules } from './before.ts';
import { preservationRules } from './preservation.ts';
import { platformRules } from './platform.ts';
import { secondTrackRules } from './second-track.ts';
import { recordRules } from './records.ts';
import { signsRules } from './signs.ts';
import { unchangedRules } from './unchanged.ts';

/**
 * The single list of lines, by part and in order. Each line is a `LineRule` member of one of these objects. A line that is not listed here
 * is in no dossier.
 */
export const dossierParts = [
  { title: '上链前的真实性', rules: { ...beforeRules, ...signsRules, replay: archiveRules.replay } },
  {
    title: '上链后未被篡改',
    rules: { ...unchangedRules, ...recordRules, archiveSigned: archiveRules.archiveSigned, ...secondTrackRules },
  },
  { title: '存证平台', rules: platformRules },
  { title: '完整保存', rules: preservationRules },
] as const satisfies readonly { readonly title: string; readonly rules: Readonly<Record<string, LineRule>> }[];

export const dossierRules = {
  ...beforeRules,
  ...signsRules,
  ...archiveRules,
  ...unchangedRules,
  ...recordRules,
  ...secondTrackRules,
  ...platformRules,
  ...preservationRules,
} as const;
export type LineName = keyof typeof dossierRules;
