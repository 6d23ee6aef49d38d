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
 * The rule for every line. 成立 only where the fact was checked by somebody or something other than whoever claims it, and the sentence
 * names that. 不成立 only where the checked facts contradict each other and nothing innocent explains it. All else is 无法判断, with what
 * would settle it. (Decision 0079.)
 *
 * The single list of lines, by part and in order. Each line is a `LineRule` member of one of these objects. A line that is not listed here
 * is in no dossier.
 */
export const dossierParts = [
  { title: '上链前的真实性', rules: { ...beforeRules, ...signsRules, whole: archiveRules.whole, replay: archiveRules.replay } },
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

/** Rules whose findings became stricter in version 3. A dossier of an earlier version followed the earlier rules there. */
const revised: readonly LineName[] = [
  'device',
  'environment',
  'sameHash',
  'inLog',
  'appendOnly',
  'onChain',
  'reread',
  'certificateSigned',
  'archiveSigned',
  'recorded',
  'renewed',
  'secondTrack',
  'reliability',
  'transfer',
  'custody',
  'submitter',
  'clock',
  'notBefore',
  'notAfter',
  'ownLength',
  'ownTime',
  'ownEditor',
  'cosigned',
  'stamped',
  'manifestStamped',
  'qualification',
  'security',
  'availability',
];
export const revisedQuestions: ReadonlySet<string> = new Set(revised.map((name) => dossierRules[name].question));
