/** The report of the 清洁性检查, made before the browser starts. */
export interface EnvironmentFacts {
  readonly checkedAt: string;
  readonly items: readonly EnvironmentItemFacts[];
}

export interface EnvironmentItemFacts {
  /** `clock`, `target-clock`, `hosts`, `proxy`, `dns`, `network`, `browser`, `profile`. */
  readonly item: string;
  readonly name: string;
  readonly mandatory: boolean;
  readonly passed: boolean;
  readonly finding: string;
}
