import { lineKeys, type DossierLine } from '../line.ts';
import { dossierVersion, type Dossier } from './document.ts';
import { revisedQuestions } from './registry.ts';

/** A line of a dossier that differs from what the package gives. */
export interface LineFault {
  /** The line's question. */
  readonly question: string;
  /** `more`: it claims more than was found. `other`: it differs. `unknown`, `missing`, `twice`: the question itself is. */
  readonly kind: 'more' | 'other' | 'unknown' | 'missing' | 'twice';
  readonly reason: string;
}

/**
 * Compares a dossier with the lines derived from its package. For another dossier version only the findings are compared, not the wording,
 * and for an earlier one not those of the rules that became stricter since.
 */
export function compareDossier(stated: Dossier, derived: readonly DossierLine[]): readonly LineFault[] {
  const byQuestion = new Map(derived.map((line) => [line.审查要点, line]));
  const faults: LineFault[] = [];
  const seen = new Set<string>();
  for (const line of stated.lines) {
    const question = line.审查要点;
    const found = byQuestion.get(question);
    if (seen.has(question)) faults.push({ question, kind: 'twice', reason: '同一审查要点出现两次' });
    else if (!found && stated.version === dossierVersion) faults.push({ question, kind: 'unknown', reason: '没有这个审查要点' });
    else if (found && !(stated.version < dossierVersion && revisedQuestions.has(question)))
      faults.push(...faultsOf(line, found, stated.version === dossierVersion));
    seen.add(question);
  }
  if (stated.version !== dossierVersion) return faults;
  for (const { 审查要点: question } of derived)
    if (!seen.has(question)) faults.push({ question, kind: 'missing', reason: '缺少这个审查要点' });
  return faults;
}

function faultsOf(line: DossierLine, found: DossierLine, hasSameWords: boolean): LineFault[] {
  const question = line.审查要点;
  if (line.结论 !== found.结论) {
    const kind = line.结论 === '成立' || (line.结论 === '不涉及' && found.结论 !== '成立') ? 'more' : 'other';
    return [{ question, kind, reason: `审查说明写的是“${line.结论}”，按证据包推得“${found.结论}”：${found.说明}` }];
  }
  const other = hasSameWords ? lineKeys.filter((key) => JSON.stringify(line[key]) !== JSON.stringify(found[key])) : [];
  return other.length === 0 ? [] : [{ question, kind: 'other', reason: `${other.join('、')}与按证据包推得的不同` }];
}
