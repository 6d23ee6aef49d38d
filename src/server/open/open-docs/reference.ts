import { answerSchema, bodySchema, openOperations, type JsonSchema, type Operation } from '../signed/document.ts';
import { typeOf } from '../signed/schema-type.ts';
import { escapeHtml } from '../../../domain/kit/text/escape-html.ts';

/** Every call of the OpenAPI document: path, input and output. */
export function renderReference(): string {
  const operations = openOperations();
  const links = operations.map(
    ({ operationId, summary }) => `<li><a href="#${operationId}">${operationId}</a> ${escapeHtml(summary)}</li>`,
  );
  return [
    '<h1>全部调用</h1>',
    '<p>由服务器的 <a href="/open/v1/openapi.json">OpenAPI 文档</a>生成。类型按 TypeScript 书写；客户端以 operationId 为方法名。</p>',
    `<ul>${links.join('')}</ul>`,
    ...operations.map(sectionOf),
  ].join('\n');
}

function sectionOf(operation: Operation): string {
  const { operationId, summary, method, path, security } = operation;
  const given = fieldsOf(operation);
  const answer = answerSchema(operation, '200');
  const types = Object.keys(operation.responses['200']?.content ?? {}).filter((type) => type !== 'application/json');
  return [
    `<h2 id="${operationId}">${operationId}</h2>`,
    `<p><code>${method} ${escapeHtml(path)}</code>${security?.length === 0 ? ' 无需签名' : ''}</p>`,
    `<p>${escapeHtml(summary)}</p>`,
    ...(given.length === 0 ? [] : [tableOf(['字段', '位置', '必填', '类型'], given)]),
    '<h3>应答</h3>',
    ...(types.length === 0 ? [] : [`<p><code>${types.join(', ')}</code></p>`]),
    ...(answer === undefined ? [] : [tableOf(['字段', '类型'], answeredOf(answer))]),
  ].join('\n');
}

function fieldsOf(operation: Operation): string[][] {
  const body = bodySchema(operation);
  const names = { path: '路径', query: '查询', header: '请求头' };
  const parameters = operation.parameters.map(({ name, in: where, required, schema }) => [
    name,
    names[where],
    required ? '是' : '',
    shown(schema),
  ]);
  const fields = Object.entries(body?.properties ?? {});
  return [...parameters, ...fields.map(([name, schema]) => [name, '请求体', body?.required?.includes(name) ? '是' : '', shown(schema)])];
}

function answeredOf({ properties = {} }: JsonSchema): string[][] {
  return Object.entries(properties).map(([name, schema]) => [name, shown(schema, 'answered')]);
}

function shown(schema: JsonSchema, way: 'given' | 'answered' = 'given'): string {
  const type = typeOf(schema, way).replaceAll('readonly ', '').replaceAll('FileSource', '文件');
  const limits = schema.description === undefined ? '' : ` ${schema.description}`;
  // The union of all events has its own page.
  return type.length > maxTypeChars ? 'object，见事件与回调' : `${type}${limits}`;
}

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], tag: string) => `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${row(heads, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
}

const maxTypeChars = 1500;
