import type { CallSpec } from '../contract/call-spec.ts';
import { isNamed, openFile, type OpenableFile } from './file-source.ts';
import type { FileSource } from '../contract/values.ts';
import { multipartBody } from './multipart.ts';
import { NotaryFault } from './refusal.ts';
import { sha256Hex, unsignedPayload } from './signature.ts';

/** What each attempt sends; `body` yields the bytes anew for each attempt. */
export interface PreparedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly contentSha256: string;
  /** Whether the body can be sent twice. */
  readonly isRepeatable: boolean;
  body(onFileBytes: (field: string, bytes: Uint8Array) => void): Uint8Array | AsyncIterable<Uint8Array> | null;
}
export type Input = Readonly<Record<string, unknown>>;

/**
 * Places the fields of an input where the call expects them: path, query, headers, body.
 * @throws NotaryFault for an unknown or missing field; the system's error if a file cannot be opened.
 */
export async function prepareRequest(spec: CallSpec, input: Input): Promise<PreparedRequest> {
  const elsewhere = new Set([...spec.pathFields, ...spec.queryFields, ...Object.keys(spec.headerFields)]);
  const rest = Object.entries(input).filter(([name, value]) => !elsewhere.has(name) && value !== undefined);
  const common = { method: spec.method, target: targetOf(spec, input) };
  const headers = { accept: 'application/json, */*', ...spec.fixedHeaders, ...headersOf(spec, input) };

  if (spec.body === 'bytes') {
    const bytes = input['body'];
    if (!(bytes instanceof Uint8Array)) throw new NotaryFault('body: must be bytes');
    return { ...common, headers: { ...headers, 'content-type': bytesType }, ...whole(bytes) };
  }
  const files = await filesOf(spec, input);
  if (spec.body === 'multipart' || (spec.body === 'either' && files.length > 0)) {
    const fields = rest.filter(([name]) => !spec.fileFields.includes(name)).map(([name, value]) => [name, formText(value)]);
    const multipart = multipartBody(Object.fromEntries(fields), files);
    const length: Record<string, string> = multipart.sizeBytes === null ? {} : { 'content-length': String(multipart.sizeBytes) };
    return {
      ...common,
      headers: { ...headers, 'content-type': multipart.contentType, ...length },
      // The file is read only once: it is hashed while it is sent, and the hash is compared with the one in the answer.
      contentSha256: unsignedPayload,
      isRepeatable: files.every(([, file]) => file.isRepeatable),
      body: (onFileBytes) => multipart.read(onFileBytes),
    };
  }
  if (spec.body === 'none') {
    if (rest.length > 0) throw new NotaryFault(`${rest[0]?.[0]}: is no field of this call`);
    return { ...common, headers, contentSha256: sha256Hex(''), isRepeatable: true, body: () => null };
  }
  const json = Buffer.from(JSON.stringify(Object.fromEntries(rest)));
  return { ...common, headers: { ...headers, 'content-type': 'application/json' }, ...whole(json) };
}

function whole(bytes: Uint8Array) {
  return { contentSha256: sha256Hex(bytes), isRepeatable: true, body: () => bytes };
}

function targetOf({ path, pathFields, queryFields }: CallSpec, input: Input): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = input[name];
    if (!pathFields.includes(name) || typeof value !== 'string' || value === '') throw new NotaryFault(`${name}: is missing`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const name of queryFields)
    for (const value of [input[name]].flat()) if (value !== undefined && value !== null) query.append(name, formText(value));
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

function headersOf({ headerFields }: CallSpec, input: Input): Record<string, string> {
  const given = Object.entries(headerFields).filter(([field]) => input[field] !== undefined);
  return Object.fromEntries(given.map(([field, header]) => [header, formText(input[field])]));
}

async function filesOf({ fileFields }: CallSpec, input: Input): Promise<(readonly [string, OpenableFile])[]> {
  const given = fileFields.flatMap((field) => (input[field] === undefined ? [] : [[field, input[field]] as const]));
  return Promise.all(
    given.map(async ([field, source]) => {
      if (!isFileSource(source)) throw new NotaryFault(`${field}: must be a path, bytes or a stream`);
      return [field, await openFile(source)] as const;
    }),
  );
}

function isFileSource(value: unknown): value is FileSource {
  if (typeof value === 'string' || value instanceof Uint8Array) return true;
  return typeof value === 'object' && value !== null && (Symbol.asyncIterator in value || isNamed(value as FileSource));
}

/** A field of a form, query or header: a string as it is, anything else as JSON. */
function formText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const bytesType = 'application/offset+octet-stream';
