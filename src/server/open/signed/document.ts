import { z } from 'zod';
import { intakeCalls, unsignedCalls } from '../../../contract/open/index.ts';
import { intakeOpenApi } from './openapi.ts';

/** The part of JSON Schema that is read here. */
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
  /** Empty for an unsigned call. */
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

/** One operation of the document, with its method and path. */
export type Operation = z.output<typeof operation> & { readonly method: string; readonly path: string };

/** All operations of the server's own OpenAPI document, in its order. @throws ZodError for a construct that is not read here. */
export function openOperations(): readonly Operation[] {
  const { paths } = document.parse(intakeOpenApi(intakeCalls, unsignedCalls));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, found]) => ({ ...found, method: method.toUpperCase(), path })),
  );
}

/** The schema of an operation's JSON answer with a successful status. */
export function answerSchema({ responses }: Operation, status: '200' | '202'): JsonSchema | undefined {
  return responses[status]?.content?.['application/json']?.schema;
}

/** The schema of a request's body; of the multipart form, which has the most fields, if there is one. */
export function bodySchema({ requestBody }: Operation): JsonSchema | undefined {
  return (requestBody?.content['multipart/form-data'] ?? requestBody?.content['application/json'])?.schema;
}

/** The names of a body's files, the streamed one last. */
export function fileFieldsOf(schema: JsonSchema | undefined): readonly string[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, { format }]) => (format === 'binary' ? [name] : []));
}

/** The field name of a header: `Upload-Offset` becomes `uploadOffset`. */
export function headerField(name: string): string {
  return name.replace(/^\w/, (letter) => letter.toLowerCase()).replaceAll('-', '');
}
