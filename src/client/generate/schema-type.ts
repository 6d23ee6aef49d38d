import type { JsonSchema } from '../contract/document.ts';

/** A JSON Schema as a TypeScript type. @throws Error for a form that the contract does not use. */
export function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return unionOf(options.map(typeOf));
  if (schema.format === 'binary') return 'FileSource';
  if (Array.isArray(schema.type)) return unionOf(schema.type.map((type: string) => typeOf({ ...schema, type })));
  switch (schema.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
      return 'number';
    case 'array':
      return `readonly (${typeOf(schema.items ?? {})})[]`;
    case 'object':
      return objectType(schema);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

/** The fields of an object, one a line. @param optional names that may be left out although the schema wants them. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema, optional: ReadonlySet<string> = new Set()): readonly string[] {
  return Object.entries(properties).map(([name, schema]) =>
    fieldOf(name, typeOf(schema), required.includes(name) && !optional.has(name), schema.description),
  );
}

export function fieldOf(name: string, type: string, isRequired: boolean, description?: string): string {
  const comment = description === undefined ? '' : `/** ${description.replaceAll('*/', '* /')} */ `;
  return `${comment}readonly ${/^\w+$/.test(name) ? name : JSON.stringify(name)}${isRequired ? '' : '?'}: ${type};`;
}

function objectType(schema: JsonSchema): string {
  const { properties = {}, additionalProperties: others } = schema;
  if (Object.keys(properties).length === 0)
    return typeof others === 'object' ? `{ readonly [name: string]: ${typeOf(others)} }` : 'Record<string, unknown>';
  return `{ ${fieldsOf(schema).join(' ')} }`;
}

function unionOf(types: readonly string[]): string {
  return [...new Set(types)].map((type) => (type.includes(' | ') ? `(${type})` : type)).join(' | ');
}
