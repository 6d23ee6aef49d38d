import type { DossierFacts } from '../facts/facts.ts';
import { unknown, type Answer, type DossierLine } from '../line.ts';
import type { LineRule, Material, Materials } from '../rule.ts';
import { unchangedRules } from './unchanged.ts';
import { visibleLine } from '../../../kit/text/visible-text.ts';
import { dossierParts } from './registry.ts';
import { wholePackage } from './wording.ts';

/** All lines, in the order of the registry. */
export function deriveLines(facts: DossierFacts): readonly DossierLine[] {
  return dossierParts.flatMap(({ rules }) => Object.values<LineRule>(rules)).map((rule) => deriveLine(rule, facts));
}

export function deriveLine(rule: LineRule, facts: DossierFacts): DossierLine {
  const materials = materialsOf(rule, facts);
  const { finding, text } = withoutBroken(rule, materials, facts);
  return {
    审查要点: rule.question,
    依据: rule.basis.join('；'),
    结论: finding,
    说明: visibleLine(text),
    材料: materials,
    复核方法: typeof rule.recheck === 'function' ? rule.recheck(facts) : rule.recheck,
  };
}

/**
 * A finding that relies on a file that was changed, is missing or is vouched for by nobody becomes `无法判断`. A file that the office's own
 * list says was changed contradicts nothing either.
 */
function withoutBroken(rule: LineRule, materials: readonly string[], facts: DossierFacts): Answer {
  const { files } = facts;
  const answer = rule.check(facts);
  const broken = materials.filter((name) => files.broken.includes(name));
  if (answer.finding === '不涉及' || broken.length === 0) return answer;
  if (answer.finding === '不成立' && !convictsChanged(rule, facts, broken)) return answer;
  const missing = broken.filter((name) => !files.names.includes(name));
  const otherListed = files.listed.filter(({ state }) => state === 'other').map(({ name }): string => name);
  const unsigned = files.isListSigned ? [] : broken.filter((name) => !missing.includes(name) && !otherListed.includes(name));
  const changed = broken.filter((name) => !missing.includes(name) && !unsigned.includes(name));
  const reasons = [
    ...(changed.length > 0 ? [`材料 ${changed.join('、')} 与清单所列的不同，可能被改动`] : []),
    ...(unsigned.length > 0 ? [`校验清单没有出具机构的有效签名，材料 ${unsigned.join('、')} 没有别的东西可以核对`] : []),
    ...(missing.length > 0 ? [`证据包中缺少材料 ${missing.join('、')}`] : []),
  ];
  return unknown(`${reasons.join('；')}，不能据以判断`, wholePackage);
}

function convictsChanged(rule: LineRule, { files }: DossierFacts, broken: readonly string[]): boolean {
  const isChanged = files.isListSigned && broken.some((name) => files.names.includes(name));
  // The line on sameness convicts the files, unless it is the manifest that was changed.
  return isChanged && (rule !== unchangedRules.sameHash || broken.includes('manifest.json'));
}

/** The package files that a rule names, without duplicates. */
function materialsOf({ files }: LineRule, facts: DossierFacts): readonly string[] {
  const given: Materials = typeof files === 'function' ? files(facts) : files;
  const isVouched = given.some((material) => vouched.has(material) && facts.files.names.includes(material));
  const names = [...given, ...(isVouched ? voucher : [])].flatMap((material) => namesOf(material, facts));
  return [...new Set(names)];
}

/** Neither the log nor the manifest names these: the office's signature over the package alone says that they are its own. */
const vouched: ReadonlySet<Material> = new Set(['office-record.json', 'policy.txt']);
const voucher = ['SHA256SUMS', 'SHA256SUMS.p7s', 'office.pem'] as const satisfies readonly Material[];

function namesOf(material: Material, { files }: DossierFacts): readonly string[] {
  const role = /^role:(.+)$/.exec(material)?.[1];
  if (role === undefined) return files.names.includes(material) ? [material] : [];
  return files.listed.filter((file) => file.role === role).map(({ name }) => name);
}
