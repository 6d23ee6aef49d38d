import { checkTexts, reasonTexts } from '../evidence/check-texts.ts';
import { visibleLine } from '../../kit/text/visible-text.ts';
import type { EvidenceCheck } from '../evidence/verify.ts';

/** One printed check: what was checked, the outcome and the reason. */
export interface Line {
  readonly outcome: 'pass' | 'fail' | 'not-run';
  readonly label: string;
  /** The checked file, if it is one of several. */
  readonly subject: string | null;
  readonly reason: string | null;
  /** The command's option that lets it check more, with what it takes; a page has none. */
  readonly option?: string;
}

export function passed(label: string, subject: string | null = null, note: string | null = null): Line {
  return { outcome: 'pass', label, subject, reason: note };
}

export function failed(label: string, subject: string | null, reason: string): Line {
  return { outcome: 'fail', label, subject, reason };
}

export function notRun(label: string, subject: string | null, reason: string, option?: string): Line {
  return { outcome: 'not-run', label, subject, reason, ...(option !== undefined && { option }) };
}

/** Formats a domain check with its Chinese texts. */
export function lineOf(check: EvidenceCheck): Line {
  return {
    outcome: check.outcome,
    label: checkTexts[check.name],
    subject: check.subject,
    reason: check.outcome === 'pass' ? null : reasonTexts[check.reason],
  };
}

/** For example `通过  文件与清单一致  original-1.mp4`. Control characters in names become marks. */
export function printed({ outcome, label, subject, reason, option }: Line): string {
  const parts = [outcomes[outcome], label, ...(subject === null ? [] : [visibleLine(subject)])].join('  ');
  const more = option === undefined ? '' : `（${option}）`;
  return reason === null ? parts : `${parts}：${visibleLine(reason)}${more}`;
}

const outcomes: Record<Line['outcome'], string> = { pass: '通过', fail: '失败', 'not-run': '未查' };
