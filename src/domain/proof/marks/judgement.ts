export type Finding = '成立' | '不成立' | '无法判断' | '不涉及';

/** A finding and its reason: one sentence with its figures. */
export interface Judgement {
  readonly finding: Finding;
  readonly text: string;
}

export function judged(finding: Finding, text: string): Judgement {
  return { finding, text };
}
