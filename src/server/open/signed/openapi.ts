import { z } from 'zod';
import type { IntakeCall, OpenCall } from '../../../contract/open/call.ts';
import { evidenceUploadPath } from '../../../contract/open/evidence-uploads.ts';
import { uploadPath } from '../../../contract/open/recordings.ts';
import { openRefusals } from '../../../contract/open/refusals.ts';
import { recordPath } from '../../../contract/open/record-path.ts';
import { proofPath } from '../../../contract/open/verification-path.ts';

/** Generates the OpenAPI 3.1 document of the intake from its calls. */
export function intakeOpenApi(calls: Record<string, IntakeCall>, open: Record<string, OpenCall> = {}): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, call] of Object.entries(calls)) {
    const path = (paths[call.path.replaceAll(/:(\w+)/g, '{$1}')] ??= {});
    path[call.method.toLowerCase()] = operation(operationId, call);
  }
  for (const [operationId, call] of Object.entries(open)) (paths[call.path] ??= {})['get'] = openOperation(operationId, call);
  paths[uploadPath('{attestation_id}')] = recordingUpload;
  const uploaded = evidenceUploadPath('{upload_id}');
  paths[uploaded] = { ...paths[uploaded], ...evidenceUpload };
  paths[proofPath('{number}')] = proofOperation;
  paths[recordPath('{baoquan}')] = recordOperation;
  const headers = ['X-App-Id', 'X-Timestamp', 'X-Nonce', 'X-Content-SHA256', 'X-Signature'];
  return {
    openapi: '3.1.0',
    info: {
      title: '公证处接入接口',
      version: '1',
      description:
        'X-Signature = hex HMAC-SHA256(security_key, METHOD \\n path?query \\n timestamp \\n nonce \\n content-sha256)。' +
        '加上 X-Signature-Algorithm: HMAC-SM3 则按 HMAC-SM3 计算。' +
        '拒绝时应答为 { error: { code, message } } 与相应的 HTTP 状态码。',
    },
    components: { securitySchemes: Object.fromEntries(headers.map((name) => [name, { type: 'apiKey', in: 'header', name }])) },
    security: [Object.fromEntries(headers.map((name) => [name, []]))],
    paths,
  };
}

const refusalSchema = {
  type: 'object',
  properties: {
    error: { type: 'object', properties: { code: { enum: Object.keys(openRefusals) }, message: { type: 'string' } } },
  },
};

const header = (name: string, schema: object, required = true, description = '') => ({
  name,
  in: 'header',
  required,
  schema,
  ...(description !== '' && { description }),
});
/** A response header with a number of bytes. */
const answered = (required: boolean) => ({ required, schema: { type: 'integer' } });

interface UploadWords {
  readonly idName: string;
  readonly operationIds: readonly [head: string, patch: string];
  readonly summaries: readonly [head: string, patch: string];
  readonly length: string;
  readonly closed: string;
}

/** The core protocol of tus 1.0. Not in the table of calls, because its bodies are chunks of a file and its answers are headers. */
function uploadOperations({ idName, operationIds, summaries, length, closed }: UploadWords) {
  const parameters = [
    { name: idName, in: 'path', required: true, schema: { type: 'string' } },
    header('Tus-Resumable', { const: '1.0.0' }),
  ];
  return {
    head: {
      operationId: operationIds[0],
      summary: summaries[0],
      parameters,
      responses: {
        200: {
          description: 'Upload-Offset；Upload-Length，尚未告知时为 Upload-Defer-Length: 1',
          headers: { 'Upload-Offset': answered(true), 'Upload-Length': answered(false) },
        },
        410: { description: closed },
      },
    },
    patch: {
      operationId: operationIds[1],
      summary: summaries[1],
      parameters: [
        ...parameters,
        header('Upload-Offset', { type: 'integer' }),
        header('Upload-Length', { type: 'integer' }, false, length),
      ],
      requestBody: { content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } } },
      responses: {
        204: { description: 'Upload-Offset：已计入的字节数', headers: { 'Upload-Offset': answered(true) } },
        409: { description: 'Upload-Offset 不是当前位置' },
        413: { description: '超出长度' },
      },
    },
  };
}

const recordingUpload = uploadOperations({
  idName: 'attestation_id',
  operationIds: ['getUpload', 'continueUpload'],
  summaries: ['查询上传进度（tus 1.0）', '上传一段（tus 1.0）：X-Content-SHA256 为这一段的哈希，哈希不符则不计入'],
  length:
    '整个文件的字节数，分段上传时宜在其中一段告知。未告知时，已收到的内容与声明的哈希一致即结束；' +
    '按文件格式已完整而哈希不符，或暂停过久（默认30分钟），则取证失败',
  closed: '取证已失败或取消',
});

const evidenceUpload = uploadOperations({
  idName: 'upload_id',
  operationIds: ['getEvidenceUpload', 'continueEvidenceUpload'],
  summaries: ['大文件存证：查询上传进度（tus 1.0）', '大文件存证：上传一段（tus 1.0）：X-Content-SHA256 为这一段的哈希，哈希不符则不计入'],
  length: '整个文件的字节数，与开始时的 size 相同',
  closed: '已提交为存证',
});

/** Not in the table of open calls, because it answers with text. */
const proofOperation = {
  get: {
    operationId: 'getPublicProof',
    summary: '公开核验：日志证明（C2SP tlog-proof），未锚定时应答 202',
    security: [],
    parameters: [{ name: 'number', in: 'path', required: true, schema: { type: 'string' } }],
    responses: {
      200: { description: '成功', content: { 'text/plain': { schema: { type: 'string' } } } },
      202: {
        description: '尚未就绪',
        content: { 'application/json': { schema: { type: 'object', required: ['state'], properties: { state: { const: 'pending' } } } } },
      },
      default: { description: '拒绝', content: { 'application/json': { schema: refusalSchema } } },
    },
  },
};

/** Not in the table of open calls, because it answers with DER. */
const recordOperation = {
  get: {
    operationId: 'getRecord',
    summary: '公开核验：最新的存证记录（RFC 4998，DER），当日的记录次日形成，尚无时应答 202',
    security: [],
    parameters: [{ name: 'baoquan', in: 'path', required: true, schema: { type: 'string' } }],
    responses: {
      200: { description: '成功', content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } },
      202: proofOperation.get.responses[202],
      default: { description: '拒绝', content: { 'application/json': { schema: refusalSchema } } },
    },
  },
};

function operation(operationId: string, call: IntakeCall): Record<string, unknown> {
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const parameters = [...inPath, ...(call.query ? queryParameters(call.query) : [])];
  return {
    operationId,
    summary: call.summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(call.method === 'GET' ? {} : { requestBody: { content: bodyOf(call) } }),
    responses: {
      ...(call.media
        ? {
            200: { description: '成功', content: { [call.media]: { schema: { type: 'string', format: 'binary' } } } },
            ...(call.output instanceof z.ZodNever ? {} : { 202: jsonReply('尚未就绪', call.output) }),
          }
        : { 200: jsonReply('成功', call.output) }),
      default: { description: '拒绝', content: { 'application/json': { schema: refusalSchema } } },
    },
  };
}

function jsonReply(description: string, schema: z.ZodType): Record<string, unknown> {
  return { description, content: { 'application/json': { schema: schemaOf(schema, 'output') } } };
}

/** An unsigned call. */
function openOperation(operationId: string, { summary, query, output }: OpenCall): Record<string, unknown> {
  return {
    operationId,
    summary,
    security: [],
    parameters: queryParameters(query),
    responses: {
      200: jsonReply('成功', output),
      default: { description: '拒绝', content: { 'application/json': { schema: refusalSchema } } },
    },
  };
}

function queryParameters(query: z.ZodType): Record<string, unknown>[] {
  const { properties = {}, required = [] } = schemaOf(query, 'input');
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }));
}

function bodyOf(call: IntakeCall): Record<string, unknown> {
  const schema = schemaOf(call.body, 'input');
  const json = { 'application/json': { schema } };
  const files = [...(call.pictures ?? []), ...(call.file === undefined ? [] : [call.file])];
  if (files.length === 0) return json;
  // The properties are in the order of the parts: a streamed file is the last one, and is required.
  const properties = { ...schema.properties, ...Object.fromEntries(files.map((name) => [name, { type: 'string', format: 'binary' }])) };
  const required = [...(schema.required ?? []), ...(call.file === undefined ? [] : [call.file])];
  return { ...(call.mayBeJson ? json : {}), 'multipart/form-data': { schema: { ...schema, properties, required } } };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): { properties?: Record<string, unknown>; required?: string[] } {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as { properties?: Record<string, unknown>; required?: string[] };
}
