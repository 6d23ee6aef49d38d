import { openRefusals } from '../../contract/open/refusals.ts';
import { answerSchema, bodySchema, headerField, type Operation } from '../../server/open/signed/document.ts';
import { fieldOf, fieldsOf, typeOf } from '../../server/open/signed/schema-type.ts';

/** Generates `contract/calls.d.ts` of the package: the types of `contract/calls.ts` written out, so that its users need no zod. */
export function callDeclarations(operations: readonly Operation[]): string {
  return [
    "import type { CallOptions, FileSource, RawAnswer } from './values.js';",
    '',
    '/** Why a call was refused, with the HTTP status of each code. */',
    'export interface RefusalStatus {',
    ...Object.entries(openRefusals).map(([code, status]) => `  readonly ${code}: ${status};`),
    '}',
    'export type RefusalCode = keyof RefusalStatus;',
    '',
    'export interface Calls {',
    ...operations.flatMap(methodOf),
    '}',
    '',
  ].join('\n');
}

function methodOf(operation: Operation): readonly string[] {
  const { operationId, summary, method, path, security } = operation;
  const fields = inputFields(operation);
  const isOptional = fields.every((field) => /^(?:\/\*\*.*?\*\/ )?readonly [\w"]+\?:/.test(field));
  return [
    `  /** ${summary}。\`${method} ${path}\`${security?.length === 0 ? '，无需签名' : ''} */`,
    `  ${operationId}(`,
    `    input${isOptional ? '?' : ''}: {`,
    ...fields.map((field) => `      ${field}`),
    '    },',
    '    options?: CallOptions,',
    `  ): Promise<${answerType(operation)}>;`,
  ];
}

function inputFields(operation: Operation): readonly string[] {
  const body = bodySchema(operation);
  const parameters = operation.parameters
    .filter(({ schema }) => schema.const === undefined)
    .map(({ name, in: where, required, schema }) =>
      fieldOf(where === 'header' ? headerField(name) : name, typeOf(schema, 'given'), required, schema.description),
    );
  const isBytes = operation.requestBody?.content['application/offset+octet-stream'] !== undefined;
  return [
    ...parameters,
    ...(body === undefined ? [] : fieldsOf(body, 'given', new Set(['unique_id']))),
    ...(isBytes ? [fieldOf('body', 'Uint8Array', true)] : []),
  ];
}

function answerType(operation: Operation): string {
  const { responses } = operation;
  const headers = Object.entries(responses['200']?.headers ?? responses['204']?.headers ?? {});
  if (headers.length > 0) {
    const fields = headers.map(([name, { required, schema }]) => fieldOf(headerField(name), typeOf(schema, 'answered'), required));
    return `{ ${fields.join(' ')} }`;
  }
  const [ready, pending] = [answerSchema(operation, '200'), answerSchema(operation, '202')];
  if (ready !== undefined) return typeOf(ready, 'answered');
  return pending === undefined ? 'RawAnswer' : `RawAnswer | ${typeOf(pending, 'answered')}`;
}
