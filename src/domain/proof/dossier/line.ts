/**
 * Findings of a line of a dossier (审查说明). `无法判断`: it cannot be known, and the line says why; `不涉及`: the question does not arise.
 */
export const findings = ['成立', '不成立', '无法判断', '不涉及'] as const;
export type Finding = (typeof findings)[number];

/** A question that a court asks about electronic evidence, and the finding: one line of `dossier.json`, with the keys that readers see. */
export interface DossierLine {
  readonly 审查要点: string;
  /** The article that asks the question. */
  readonly 依据: string;
  readonly 结论: Finding;
  /** One sentence with its figures. */
  readonly 说明: string;
  /** Names of files in the package. */
  readonly 材料: readonly string[];
  /** How to check the finding without our software, or the step on /verify. */
  readonly 复核方法: string;
}
export const lineKeys = ['审查要点', '依据', '结论', '说明', '材料', '复核方法'] as const satisfies readonly (keyof DossierLine)[];

/** The result of a check function: finding and sentence. */
export interface Answer {
  readonly finding: Finding;
  readonly text: string;
}

export function holds(text: string): Answer {
  return { finding: '成立', text };
}

export function fails(text: string): Answer {
  return { finding: '不成立', text };
}

/**
 * @param reason why it cannot be known, as a clause without a full stop.
 * @param settled what would settle it, as a clause that begins with 须.
 */
export function unknown(reason: string, settled: `须${string}`): Answer {
  return { finding: '无法判断', text: `${reason}；${settled}。` };
}

export function notAsked(text: string): Answer {
  return { finding: '不涉及', text };
}
