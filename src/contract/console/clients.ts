import { z } from 'zod';
import { callOutcome, clientKind, clientStatus } from '../../domain/business/codes/clients.ts';
import { limits } from '../../domain/business/codes/limits.ts';
import { download, get, post } from '../call.ts';
import { code, dayRange, keyword, limit, listOf, optional, page, text } from '../fields.ts';

/** Id of a client on the wire. */
export const appId = z.string('请选择客户端').regex(/^[0-9A-Za-z_-]{1,64}$/, '客户端无效');

const clientRow = z.object({
  name: z.string(),
  app_id: z.string(),
  type: z.number(),
  type_name: z.string(),
  status: z.number(),
  status_name: z.string(),
  /** Empty if the client never called. */
  last_call: z.string(),
  /** Number of calls today, and how many of them were refused. */
  today: z.number().int(),
  today_fail: z.number().int(),
  create_time: z.string(),
  /** Until when the previous key remains valid; empty if there is none. */
  previous_until: z.string(),
});
export type ClientRow = z.output<typeof clientRow>;

/** A key, shown only once. */
const shownKey = z.object({ app_id: z.string(), security_key: z.string() });

const callRow = z.object({
  id: z.string(),
  time: z.string(),
  /** For example `POST /open/v1/evidence`. */
  call: z.string(),
  /** The HTTP status. */
  status: z.number().int(),
  ms: z.number().int(),
  ip: z.string(),
  /**
   * Why it was refused, as text; empty for a successful call. For an invalid signature, the signed text that the server computed follows on
   * new lines.
   */
  reason: z.string(),
});
export type CallRow = z.output<typeof callRow>;

const clientFilters = {
  /** Part of the name or of the app_id. */
  keyword,
  type: optional(code(clientKind, '类型无效')),
  status: optional(code(clientStatus, '状态无效')),
};

/** Clients of the open API, of the office itself and of enterprises (integration, Console). Only the reply to a new key contains a key. */
export const clientCalls = {
  getClientList: get('/api/ajax/open/getClientList', {
    summary: '接口客户端',
    needs: { anyOf: ['open:client'] },
    input: z.object({ ...clientFilters, page, limit }),
    output: listOf(clientRow),
  }),
  clientExport: download('/api/export/clientExport', {
    summary: '导出接口客户端',
    needs: { anyOf: ['open:client'], allOf: ['export'] },
    input: z.object(clientFilters),
  }),
  addClient: post('/api/ajax/open/addClient', {
    summary: '新建平台客户端',
    needs: { anyOf: ['open:client:edit'] },
    message: '新建成功',
    input: z.object({ name: text(limits.clientNameChars, '名称不能为空') }),
    output: shownKey,
  }),
  rotateClient: post('/api/ajax/open/rotateClient', {
    summary: '轮换客户端的密钥',
    needs: { anyOf: ['open:client:edit'] },
    message: '轮换成功',
    input: z.object({ app_id: appId }),
    /** `previous_until`: until when the previous key remains valid. */
    output: shownKey.extend({ previous_until: z.string() }),
  }),
  clientDisable: post('/api/ajax/open/clientDisable', {
    summary: '停用或启用客户端',
    needs: { anyOf: ['open:client:edit'] },
    message: '操作成功',
    /** `status` is the new state. */
    input: z.object({ app_id: appId, status: code(clientStatus, '状态无效') }),
    output: z.null(),
  }),
} as const;

/** Calls of a client within the last 30 days. */
export const callRecordCalls = {
  getCallList: get('/api/ajax/open/getCallList', {
    summary: '客户端的调用记录',
    needs: { anyOf: ['open:client'] },
    input: z.object({ app_id: appId, result: optional(code(callOutcome, '结果无效')), datetime: dayRange, page, limit }),
    output: listOf(callRow).extend({ client: z.object({ name: z.string(), app_id: z.string(), type_name: z.string() }) }),
  }),
} as const;
