import { members, readInstant, readJson, readList, readText } from './read-json.ts';

/** The report of the environment check (清洁性检查), made before the browser starts. */
export interface EnvironmentFacts {
  readonly checkedAt: string;
  readonly items: readonly EnvironmentItemFacts[];
}

export interface EnvironmentItemFacts {
  /** One of `clock`, `target-clock`, `hosts`, `proxy`, `dns`, `network`, `browser`, `profile`. */
  readonly item: string;
  readonly name: string;
  readonly mandatory: boolean;
  readonly passed: boolean;
  readonly finding: string;
}

/** Parses `environment-check.json`; null for invalid content. */
export function parseEnvironment(bytes: Uint8Array | undefined): EnvironmentFacts | null {
  const report = members(readJson(bytes, maxBytes));
  const [checkedAt, items] = [readInstant(report['checkedAt']), readList(report['items'], readItem, maxItems)];
  return checkedAt !== null && items ? { checkedAt, items } : null;
}

function readItem(value: unknown): EnvironmentItemFacts | null {
  const { item, name, mandatory, passed, finding } = members(value);
  const [key, label, findingText] = [readText(item, 40), readText(name, 40), readText(finding)];
  if (key === null || label === null || findingText === null || typeof mandatory !== 'boolean' || typeof passed !== 'boolean') return null;
  return { item: key, name: label, mandatory, passed, finding: findingText };
}

const maxBytes = 4_194_304;
const maxItems = 50;
