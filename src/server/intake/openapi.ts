import { z } from 'zod';
import type { IntakeCall } from '../../contract/intake.ts';
import type { OpenCall } from '../../contract/open.ts';

/** The OpenAPI 3.1 document of the intake: generated from its calls. */
export function intakeOpenApi(calls: Record<string, IntakeCall>, open: Record<string, OpenCall> = {}): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, call] of Object.entries(calls)) {
    const path = (paths[call.path.replaceAll(/:(\w+)/g, '{$1}')] ??= {});
    path[call.method.toLowerCase()] = operation(operationId, call);
  }
  for (const [operationId, call] of Object.entries(open)) (paths[call.path] ??= {})['get'] = openOperation(operationId, call);
  const headers = ['X-App-Id', 'X-Timestamp', 'X-Nonce', 'X-Content-SHA256', 'X-Signature'];
  return {
    openapi: '3.1.0',
    info: {
      title: '公证处接入接口',
      version: '1',
      description: 'X-Signature = hex HMAC-SHA256(security_key, METHOD \\n path?query \\n timestamp \\n nonce \\n content-sha256)。拒绝时应答为 { error: { code, message } } 与相应的 HTTP 状态码。',
    },
    components: { securitySchemes: Object.fromEntries(headers.map((name) => [name, { type: 'apiKey', in: 'header', name }])) },
    security: [Object.fromEntries(headers.map((name) => [name, []]))],
    paths,
  };
}

function operation(operationId: string, call: IntakeCall): Record<string, unknown> {
  const parameters = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  return {
    operationId,
    summary: call.summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(call.method === 'GET' ? {} : { requestBody: { content: bodyOf(call) } }),
    responses: {
      200: jsonReply('成功', call.output),
      default: { description: '拒绝', content: { 'application/json': { schema: refusalSchema } } },
    },
  };
}

function jsonReply(description: string, schema: z.ZodType): Record<string, unknown> {
  return { description, content: { 'application/json': { schema: schemaOf(schema, 'output') } } };
}

/** A call that nobody signs. */
function openOperation(operationId: string, { summary, query, output }: OpenCall): Record<string, unknown> {
  const fields = Object.entries(schemaOf(query, 'input').properties ?? {});
  return {
    operationId,
    summary,
    security: [],
    parameters: fields.map(([name, schema]) => ({ name, in: 'query', required: false, schema })),
    responses: { 200: jsonReply('成功', output), default: { description: '拒绝', content: { 'application/json': { schema: refusalSchema } } } },
  };
}

function bodyOf(call: IntakeCall): Record<string, unknown> {
  const schema = schemaOf(call.body, 'input');
  if (!call.pictures) return { 'application/json': { schema } };
  const pictures = Object.fromEntries(call.pictures.map((name) => [name, { type: 'string', format: 'binary' }]));
  return { 'multipart/form-data': { schema: { ...schema, properties: { ...schema.properties, ...pictures } } } };
}

const refusalSchema = {
  type: 'object',
  properties: { error: { type: 'object', properties: { code: { type: 'string' }, message: { type: 'string' } } } },
};

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): { properties?: Record<string, unknown> } {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as { properties?: Record<string, unknown> };
}
