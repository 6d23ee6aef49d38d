import { z } from 'zod';
import type { Call } from '../../../contract/call.ts';

/** Generates the OpenAPI 3.1 document of a contract. */
export function openApiOf(title: string, calls: Record<string, Call>): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, call] of Object.entries(calls)) {
    const path = (paths[call.path] ??= {});
    path[call.method.toLowerCase()] = operation(operationId, call);
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description: '所有业务应答均为 HTTP 200 与统一信封；HTTP 状态码只表示传输层情况。' },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}

function operation(operationId: string, call: Call): Record<string, unknown> {
  const input = schemaOf(call.input, 'input');
  return {
    operationId,
    summary: call.summary,
    description: `权限：${describeNeeds(call)}`,
    ...(call.needs === 'open' ? {} : { security: [{ token: [] }] }),
    ...(call.method === 'GET' ? { parameters: parameters(input) } : { requestBody: { content: bodyOf(call, input) } }),
    responses: { 200: call.reply === 'file' ? fileResponse : envelopeResponse(schemaOf(call.output, 'output')) },
  };
}

function describeNeeds({ needs }: Call): string {
  if (needs === 'open') return '公开';
  if (needs === 'signedIn') return '已登录';
  return [needs.anyOf.join(' 或 '), ...(needs.allOf ?? [])].join(' 且 ');
}

type JsonSchema = { properties?: Record<string, unknown>; required?: string[]; [key: string]: unknown };

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as JsonSchema;
}

function parameters(schema: JsonSchema): unknown[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: (schema.required ?? []).includes(name),
    schema: property,
  }));
}

function bodyOf({ file }: Call, schema: JsonSchema): unknown {
  if (file === undefined) return { 'application/x-www-form-urlencoded': { schema } };
  return {
    'multipart/form-data': {
      schema: {
        ...schema,
        properties: { ...schema.properties, [file]: { type: 'string', format: 'binary' } },
        required: [...(schema.required ?? []), file],
      },
    },
  };
}

const fileResponse = { description: '文件', content: { 'application/octet-stream': {} } };

function envelopeResponse(data: JsonSchema): unknown {
  const properties = { code: { type: 'integer' }, message: { type: 'string' }, msg: { type: 'string' }, data };
  return { description: '信封', content: { 'application/json': { schema: { type: 'object', properties } } } };
}
