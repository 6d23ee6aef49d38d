import { bodySchema, fileFieldsOf, headerField, type Operation } from '../../server/open/signed/document.ts';

/** What the client must know about a call in order to make it. Plain data, which the package carries instead of the contract. */
export interface CallSpec {
  readonly method: string;
  /** For example `/open/v1/evidence/{baoquan}`. */
  readonly path: string;
  readonly isSigned: boolean;
  readonly pathFields: readonly string[];
  readonly queryFields: readonly string[];
  /** Input fields that are sent as headers, with the headers' names. */
  readonly headerFields: Readonly<Record<string, string>>;
  readonly fixedHeaders: Readonly<Record<string, string>>;
  /** `either`: JSON unless a file is given. `bytes`: the field `body`, unchanged. */
  readonly body: 'none' | 'json' | 'multipart' | 'either' | 'bytes';
  /** Names of the file fields of the body, the streamed file last. */
  readonly fileFields: readonly string[];
  readonly hasUniqueId: boolean;
  /** `raw`: a text or a file, or JSON that says that there is none yet. `headers`: only `answerHeaders`. */
  readonly answer: 'json' | 'raw' | 'headers';
  readonly answerHeaders: Readonly<Record<string, string>>;
}

export function callSpecs(operations: readonly Operation[]): Readonly<Record<string, CallSpec>> {
  return Object.fromEntries(operations.map((operation) => [operation.operationId, specOf(operation)]));
}

function specOf(operation: Operation): CallSpec {
  const { method, path, security, parameters } = operation;
  const namesIn = (where: string) => parameters.flatMap((parameter) => (parameter.in === where ? [parameter.name] : []));
  const headers = parameters.filter((parameter) => parameter.in === 'header');
  const fixed = headers.flatMap(({ name, schema }) => (typeof schema.const === 'string' ? [[name, schema.const] as const] : []));
  const free = headers.filter(({ schema }) => schema.const === undefined);
  const body = bodySchema(operation);
  const answerHeaders = answerHeaderNames(operation);
  return {
    method,
    path,
    isSigned: security?.length !== 0,
    pathFields: namesIn('path'),
    queryFields: namesIn('query'),
    headerFields: Object.fromEntries(free.map(({ name }) => [headerField(name), name])),
    fixedHeaders: Object.fromEntries(fixed),
    body: bodyKind(operation),
    fileFields: fileFieldsOf(body),
    hasUniqueId: body?.properties?.['unique_id'] !== undefined,
    answer: answerKind(operation, answerHeaders),
    answerHeaders: Object.fromEntries(answerHeaders.map((name) => [headerField(name), name])),
  };
}

function bodyKind({ requestBody }: Operation): CallSpec['body'] {
  const types = Object.keys(requestBody?.content ?? {});
  if (types.length === 0) return 'none';
  if (types.includes('multipart/form-data')) return types.includes('application/json') ? 'either' : 'multipart';
  return types.includes('application/json') ? 'json' : 'bytes';
}

function answerKind({ responses }: Operation, headers: readonly string[]): CallSpec['answer'] {
  if (headers.length > 0) return 'headers';
  const types = Object.keys(responses['200']?.content ?? responses['201']?.content ?? {});
  return types.every((type) => type === 'application/json') ? 'json' : 'raw';
}

function answerHeaderNames({ responses }: Operation): readonly string[] {
  return Object.keys(responses['200']?.headers ?? responses['204']?.headers ?? {});
}
