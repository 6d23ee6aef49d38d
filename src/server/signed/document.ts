import { z } from 'zod';
import { intakeCalls, unsignedCalls } from '../../contract/open/index.ts';
import { intakeOpenApi } from './openapi.ts';

/** What is read of a JSON Schema here. */
export interface JsonSchema {
  readonly type?: string | readonly string[] | undefined;
  readonly const?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly anyOf?: readonly JsonSchema[] | undefined;
  readonly oneOf?: readonly JsonSchema[] | undefined;
  readonly items?: JsonSchema | undefined;
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: boolean | JsonSchema | undefined;
  readonly format?: string | undefined;
  readonly description?: string | undefined;
}

const jsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.looseObject({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(jsonSchema).optional(),
    oneOf: z.array(jsonSchema).optional(),
    items: jsonSchema.optional(),
    properties: z.record(z.string(), jsonSchema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), jsonSchema]).optional(),
    format: z.string().optional(),
    description: z.string().optional(),
  }),
);
const content = z.record(z.string(), z.object({ schema: jsonSchema }));
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  /** Empty for a call that nobody signs. */
  security: z.array(z.unknown()).optional(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']), required: z.boolean(), schema: jsonSchema }))
    .default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(
    z.string(),
    z.object({
      headers: z.record(z.string(), z.object({ required: z.boolean(), schema: jsonSchema })).optional(),
      content: content.optional(),
    }),
  ),
});
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

/** One call of the document, with where it is. */
export type Operation = z.output<typeof operation> & { readonly method: string; readonly path: string };

/** Every operation that the server's own OpenAPI document describes, in its order. @throws ZodError for a form that is not read here. */
export function openOperations(): readonly Operation[] {
  const { paths } = document.parse(intakeOpenApi(intakeCalls, unsignedCalls));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, found]) => ({ ...found, method: method.toUpperCase(), path })),
  );
}

/** The schema of an operation's successful JSON answer under a status. */
export function answerSchema({ responses }: Operation, status: '200' | '202'): JsonSchema | undefined {
  return responses[status]?.content?.['application/json']?.schema;
}

/** The fields of a request's body: those of its widest form. */
export function bodySchema({ requestBody }: Operation): JsonSchema | undefined {
  return (requestBody?.content['multipart/form-data'] ?? requestBody?.content['application/json'])?.schema;
}

/** Names of a body's files, the streamed one last. */
export function fileFieldsOf(schema: JsonSchema | undefined): readonly string[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, { format }]) => (format === 'binary' ? [name] : []));
}

/** `Upload-Offset` is the field `uploadOffset`. */
export function headerField(name: string): string {
  return name.replace(/^\w/, (letter) => letter.toLowerCase()).replaceAll('-', '');
}
