import type { JsonSchema } from './document.ts';

/** Arrays in a caller's input are readonly types; arrays in an answer are mutable. */
export type Direction = 'given' | 'answered';

/** Converts a JSON Schema to a TypeScript type. @throws Error for a construct that the contract does not use. */
export function typeOf(schema: JsonSchema, way: Direction): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return unionOf(options.map((option) => typeOf(option, way)));
  if (schema.format === 'binary') return 'FileSource';
  if (Array.isArray(schema.type)) return unionOf(schema.type.map((type: string) => typeOf({ ...schema, type }, way)));
  switch (schema.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
      return 'number';
    case 'array':
      return `${way === 'given' ? 'readonly ' : ''}(${typeOf(schema.items ?? {}, way)})[]`;
    case 'object':
      return objectType(schema, way);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

/** The fields of an object type. @param optional names to make optional although the schema requires them. */
export function fieldsOf(schema: JsonSchema, way: Direction, optional: ReadonlySet<string> = new Set()): readonly string[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).map(([name, field]) =>
    fieldOf(name, typeOf(field, way), required.includes(name) && !optional.has(name), field.description),
  );
}

export function fieldOf(name: string, type: string, isRequired: boolean, description?: string): string {
  const comment = description === undefined ? '' : `/** ${description.replaceAll('*/', '* /')} */ `;
  return `${comment}readonly ${/^\w+$/.test(name) ? name : JSON.stringify(name)}${isRequired ? '' : '?'}: ${type};`;
}

function objectType(schema: JsonSchema, way: Direction): string {
  const { properties = {}, additionalProperties: others } = schema;
  if (Object.keys(properties).length > 0) return `{ ${fieldsOf(schema, way).join(' ')} }`;
  if (typeof others === 'object') return `{ readonly [name: string]: ${typeOf(others, way)} }`;
  return `Record<string, ${others === false ? 'never' : 'unknown'}>`;
}

function unionOf(types: readonly string[]): string {
  return [...new Set(types)].map((type) => (type.includes(' | ') ? `(${type})` : type)).join(' | ');
}
