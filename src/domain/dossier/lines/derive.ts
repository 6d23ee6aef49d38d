import type { DossierFacts } from '../facts/facts.ts';
import { unknown, type Answer, type DossierLine } from '../line.ts';
import type { LineRule, Material, Materials } from '../rule.ts';
import { dossierParts } from './registry.ts';

/** All lines, in the order of the registry. */
export function deriveLines(facts: DossierFacts): readonly DossierLine[] {
  return dossierParts.flatMap(({ rules }) => Object.values<LineRule>(rules)).map((rule) => deriveLine(rule, facts));
}

export function deriveLine(rule: LineRule, facts: DossierFacts): DossierLine {
  const materials = materialsOf(rule, facts);
  const { finding, text } = withoutBroken(rule.check(facts), materials, facts);
  return {
    审查要点: rule.question,
    依据: rule.basis.join('；'),
    结论: finding,
    说明: text,
    材料: materials,
    复核方法: typeof rule.recheck === 'function' ? rule.recheck(facts) : rule.recheck,
  };
}

/** A finding that relies on a changed file becomes `无法判断`. */
function withoutBroken(answer: Answer, materials: readonly string[], { files }: DossierFacts): Answer {
  const isOpen = answer.finding === '成立' || answer.finding === '无法判断';
  const broken = isOpen ? materials.filter((name) => files.broken.includes(name)) : [];
  return broken.length === 0 ? answer : unknown(`材料 ${broken.join('、')} 与清单所列的不同，可能被改动，不能据以判断。`);
}

/** The package files that a rule names, without duplicates. */
function materialsOf({ files }: LineRule, facts: DossierFacts): readonly string[] {
  const given: Materials = typeof files === 'function' ? files(facts) : files;
  const names = given.flatMap((material) => namesOf(material, facts));
  return [...new Set(names)];
}

function namesOf(material: Material, { files }: DossierFacts): readonly string[] {
  const role = /^role:(.+)$/.exec(material)?.[1];
  if (role === undefined) return files.names.includes(material) ? [material] : [];
  return files.listed.filter((file) => file.role === role).map(({ name }) => name);
}
