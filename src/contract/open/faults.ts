import { z } from 'zod';
import { nearestName } from '../../domain/kit/text/nearest-name.ts';

/** A fault of a call's input. */
export interface InputFault {
  /** The field, such as `device.model_name`. */
  readonly field: string;
  /** A predicate in English whose subject is the field. */
  readonly message: string;
}

/** An object of the open API's input. A field that it does not name is a fault, because it would be lost without a word. */
export function inputObject<const Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape, {
    // One line for each key that is told, because an issue names all unknown keys of its object; `inputFaults` takes them apart.
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined;
      const told = issue.keys.slice(0, maxFaults);
      return told.map((key) => nearestName(key, Object.keys(shape)) ?? '').join('\n');
    },
  });
}

/** The input of a call that takes none. */
export const noFields = inputObject({});

/** Parameters of a refinement that compares fields. It runs as soon as these are valid, so that one answer names all faults. */
export function comparing(...fields: readonly string[]): { when: (payload: z.core.ParsePayload) => boolean } {
  return {
    when: ({ value, issues }) =>
      typeof value === 'object' && value !== null && !issues.some(({ path }) => fields.includes(String(path?.[0]))),
  };
}

/** The fault of a union, which knows no words of its own. */
export function orMissing(message: string): { error: z.core.$ZodErrorMap } {
  return { error: ({ input }) => (input === undefined ? 'is missing' : message) };
}

/** Reads input of the open API. @param name what stands for the whole input: `body` or `query`. */
export function readFields<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  name: 'body' | 'query',
): { readonly data: z.output<Schema>; readonly faults: null } | { readonly data: null; readonly faults: readonly InputFault[] } {
  const parsed = schema.safeParse(given, { error: predicateOf });
  return parsed.success ? { data: parsed.data, faults: null } : { data: null, faults: inputFaults(parsed.error, name) };
}

/** All faults in one message. */
export function faultMessage(faults: readonly InputFault[]): string {
  // A schema may find one fault in two ways.
  const words = [...new Set(faults.map(({ field, message }) => `${legible(field)}: ${message}`))];
  const others = words.length - maxFaults;
  return [...words.slice(0, maxFaults), ...(others > 0 ? [`and ${others} more`] : [])].join('; ');
}

const maxFaults = 20;

/** The fault of a field that a call does not have. @param nearest empty if no known name is near. */
export function unknownField(field: string, nearest: string | null, noun = 'field'): InputFault {
  const meant = nearest ? `, did you mean ${nearest}?` : '';
  return { field, message: `is not a ${noun} of this call${meant}` };
}

function inputFaults({ issues }: z.ZodError, name: string): InputFault[] {
  return issues.flatMap((issue): InputFault[] => {
    if (issue.code !== 'unrecognized_keys') return [{ field: placeOf(issue.path) || name, message: issue.message }];
    const nearest = issue.message.split('\n');
    return issue.keys.map((key, index) =>
      unknownField(placeOf([...issue.path, key]), nearest[index] ? placeOf([...issue.path, nearest[index]]) : null),
    );
  });
}

function placeOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}

/** The name of an unknown field may be anything, and is stored with the call. */
export function legible(field: string): string {
  const plain = field.replaceAll(/\p{C}/gu, '?');
  return plain.length > 100 ? `${plain.slice(0, 100)}…` : plain;
}

/** Words for the faults whose schema gives none. */
function predicateOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'int') return 'must be a whole number';
      // What a text or a list was converted to.
      if (Number.isNaN(issue.input)) return 'must be a number';
      return `must be ${withArticle[issue.expected] ?? `of the type ${issue.expected}`}, not ${kindOf(issue.input)}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return sizeWords(issue.origin, issue.minimum, 'at least');
    case 'too_big':
      return sizeWords(issue.origin, issue.maximum, 'at most');
    case 'invalid_format':
      return formats[issue.format] ?? 'has another form than it should';
    default:
      return 'is not accepted';
  }
}

function sizeWords(origin: string, limit: number | bigint, words: 'at least' | 'at most'): string {
  if (origin === 'string')
    return limit === 1 && words === 'at least' ? 'must not be empty (不能为空)' : `must have ${words} ${limit} characters`;
  return origin === 'array' ? `must have ${words} ${limit} ${limit === 1 ? 'entry' : 'entries'}` : `must be ${words} ${limit}`;
}

function kindOf(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return withArticle['array'] ?? '';
  return withArticle[typeof input] ?? typeof input;
}

const withArticle: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'a boolean',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const formats: Readonly<Record<string, string>> = {
  ipv4: 'is not an IP address',
  ipv6: 'is not an IP address',
  datetime: 'must be a time such as 2026-11-22T08:00:00Z',
};
