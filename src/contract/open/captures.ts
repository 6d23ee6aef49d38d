import { z } from 'zod';
import { limits } from '../../domain/business/codes/limits.ts';
import { captureAccepts, captureDevices } from '../../domain/business/rules/capture.ts';
import { parseUrl } from '../../domain/kit/text/parse-url.ts';
import { captureNoteCodes } from '../../domain/proof/web-archive/capture-notes.ts';
import { hasSchemeTwice, typedAddress } from '../../domain/kit/text/typed-address.ts';
import type { IntakeCall } from './call.ts';
import { inputObject, noFields } from './faults.ts';
import { characters, optionalText, shortText, uniqueId, userId } from './fields.ts';

/** A publicly reachable page: only http or https, and no password in the address. What people paste around it falls away. */
const pageUrl = characters(z.string().trim(), 2048).transform((text, context) => {
  const address = typedAddress(text);
  const isPasted = /https?:\/\//i.test(text);
  const url = parseUrl(address ?? (isPasted ? '' : text));
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url.href;
  const message = address === null && isPasted ? pastedFault : addressFault;
  context.addIssue({ code: 'custom', message: hasSchemeTwice(text) ? schemeTwiceFault : hasNoScheme(text) ? noSchemeFault : message });
  return z.NEVER;
});
const pastedFault =
  'must hold exactly one address, with blanks or marks around it; leave only the address ' +
  '(文字中应当恰好有一个网址，前后以空格或标点分开；分辨不出网址到哪里为止，请只留下网址，去掉标题和其他文字)';
const schemeTwiceFault = 'has its scheme twice (网址开头的 https:// 或 http:// 写了两次，请只留一个)';
const noSchemeFault = 'must begin with https:// or http:// (网址缺少开头的 https:// 或 http://，请补上)';
const addressFault =
  'must be an http or https address without user name and password (请填写以 https:// 或 http:// 开头的网址，不带用户名和密码)';

/** Whether it is an address but for its scheme, such as `www.example.com/a`. */
function hasNoScheme(text: string): boolean {
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/u.test(text);
}
const captureState = z.object({
  baoquan_no: z.string(),
  /** WAIT, FELLIN, ING, UPLOAD, SUCCESSED, FAILED or CANCEL. */
  status: z.string(),
  /** Why it failed, in Chinese; empty otherwise. */
  reason: z.string(),
  accept: z.enum(captureAccepts),
  device: z.enum(captureDevices),
  /** What pictures and archive are known to lack, in Chinese; empty if nothing is known, and until it succeeded. */
  notes: z.array(z.object({ code: z.enum(captureNoteCodes), text: z.string() })),
});

/** Captures of web pages. */
export const captureIntakeCalls = {
  createCapture: {
    method: 'POST',
    path: '/open/v1/captures',
    summary: '网页取证：排队，由取证程序打开网页并固定',
    caller: 'any',
    body: inputObject({
      unique_id: uniqueId,
      user_id: userId,
      url: pageUrl,
      title: shortText(200),
      label: optionalText(limits.labelChars),
      /** `page`: what is no page fails. `as_is`: whatever the address answers is the result: error pages, invalid certificates, files. */
      accept: z.enum(captureAccepts, 'must be page or as_is').optional(),
      /** `desktop`: 1366 × 900. `mobile`: 390 × 844 with touch, as Chrome on Android. */
      device: z.enum(captureDevices, 'must be desktop or mobile').optional(),
    }),
    output: z.object({ baoquan_no: z.string(), status: z.string() }),
  },
  getCapture: {
    method: 'GET',
    path: '/open/v1/captures/:baoquan_no',
    summary: '查询网页取证的状态',
    caller: 'any',
    body: noFields,
    output: captureState,
  },
  cancelCapture: {
    method: 'DELETE',
    path: '/open/v1/captures/:baoquan_no',
    summary: '取消尚在排队的网页取证，退回积分',
    caller: 'any',
    body: noFields,
    output: captureState,
  },
} as const satisfies Record<string, IntakeCall>;
