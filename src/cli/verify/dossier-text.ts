import { dossierSections, dossierVersion, findingCounts } from '../../domain/proof/dossier/lines/document.ts';
import { formatTime } from '../../domain/kit/text/time.ts';
import { visibleLine } from '../../domain/kit/text/visible-text.ts';
import type { DossierReport } from '../../domain/proof/verify/dossier-check.ts';

/** The 审查说明 as `--dossier` prints it: every derived line under its part, and where the package's own dossier differs. */
export function dossierText({ as_of, lines, faults }: DossierReport, number: string | null): string {
  const parts = dossierSections({ type: 'dossier', version: dossierVersion, number: number ?? '', as_of, lines });
  let at = 0;
  const sectionLines = parts.flatMap(({ title, lines: inPart }) => [
    '',
    `【${title}】`,
    ...inPart.flatMap((line) => {
      at += 1;
      const wrong = faults.filter(({ question }) => question === line.审查要点);
      return [
        `${at}. ${line.审查要点}`,
        `   结论  ${line.结论}`,
        `   说明  ${line.说明}`,
        `   依据  ${line.依据}`,
        `   材料  ${line.材料.join('、') || '无'}`,
        `   复核  ${line.复核方法}`,
        ...wrong.map(({ reason }) => `   不符  ${reason}`),
      ].map(visibleLine);
    }),
  ]);
  const others = faults.filter(({ question }) => !lines.some(({ 审查要点 }) => 审查要点 === question));
  const counts = findingCounts(lines).map(([finding, count]) => `${finding} ${count} 项`);
  return [
    `审查说明（由验证程序只按证据包推得，截至 ${formatTime(new Date(as_of.moment))}，北京时间）`,
    ...sectionLines,
    ...others.map(({ question, reason }) => visibleLine(`不符  ${question}：${reason}`)),
    '',
    counts.join('，'),
  ].join('\n');
}
