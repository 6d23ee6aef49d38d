import { z } from 'zod';
import { userPage } from '../../domain/business/access/access.ts';
import { reviewChoice, reviewKind, userListStatus, userType, type ReviewChoice } from '../../domain/business/codes/users.ts';
import { limits } from '../../domain/business/codes/limits.ts';
import { givenText } from '../../domain/kit/text/visible-text.ts';
import { download, get, post } from '../call.ts';
import { code, dayRange, id, limit, listOf, optional, page, personKeyword, text } from '../fields.ts';

const whichUsers = {
  type: code(userType, '用户类型无效'),
  keyword: personKeyword,
  /** Range of registration days. */
  registtime: dayRange,
  /** Range of verification days. */
  realtime: dayRange,
};
/** `status`: the user's status, or 5 for users whose supplementary submission is waiting. */
const userFilters = { ...whichUsers, status: optional(code(userListStatus, '认证状态无效')) };

const userRow = z.object({
  user_id: z.string(),
  name: z.string(),
  companyName: z.string(),
  mobile: z.string(),
  registered_time: z.string(),
  user_status: z.number(),
  status_name: z.string(),
  /** Empty until the user was reviewed. */
  check_time: z.string(),
  taxNumber: z.string(),
  /** Masked: `1101**********1234`. */
  contact_idcard: z.string(),
  /** Empty until the first login to the front end. */
  loginTime: z.string(),
  authType: z.number(),
  authType_name: z.string(),
  repairType: z.number(),
  repairType_name: z.string(),
});
export type UserRow = z.output<typeof userRow>;

const checkRecord = z.object({
  id: z.string(),
  verifier: z.string(),
  verify_time: z.string(),
  status: z.number(),
  status_name: z.string(),
  reason: z.string(),
});

/** Data that a user submitted. */
export const userDetailInfo = z.object({
  /** Id of the submission. If it is sent back with a decision and another submission is waiting by then, the decision is refused (430). */
  submission_id: z.string(),
  name: z.string(),
  tax_number: z.string(),
  contact_idcard: z.string(),
  /** The name of an enterprise's contact, whose number is `contact_idcard`; empty if it was not submitted. */
  contact_name: z.string(),
  address: z.string(),
  legal_person: z.string(),
  /** Signed links, valid for 15 minutes; empty if not submitted. */
  author_front: z.string(),
  author_back: z.string(),
  author_hand: z.string(),
  license: z.string(),
  file: z.string(),
  type: z.number(),
  type_name: z.string(),
  repair_type: z.number(),
  repair_type_name: z.string(),
  submit_time: z.string(),
});
export type UserDetailInfo = z.output<typeof userDetailInfo>;

const userDetail = z.object({
  userInfo: z.object({
    user_id: z.string(),
    name: z.string(),
    mobile: z.string(),
    type: z.number(),
    type_name: z.string(),
    user_status: z.number(),
    status_name: z.string(),
    registered_time: z.string(),
    loginTime: z.string(),
    /** The balance, and what uploads in progress hold of it, if anything. Only to holders of user:balance. */
    points: z.number().optional(),
    held: z.number().optional(),
    /** Only for an approved enterprise. */
    app_id: z.string().optional(),
    /** Only for an approved enterprise, and only to holders of user:review. */
    security_key: z.string().optional(),
  }),
  /**
   * The last submission. After a refused supplementary submission: the verified data, which remain valid. Null before the first submission.
   */
  userDetailInfo: userDetailInfo.nullable(),
  /** The verified data that a waiting supplementary submission would replace, for comparison; null if none is waiting. */
  verifiedDetailInfo: userDetailInfo.nullable(),
  /** The last refused supplementary submission; null if there is none, or a newer one followed. */
  refusedDetailInfo: userDetailInfo.nullable(),
  checkRecords: z.array(checkRecord),
});
export type UserDetail = z.output<typeof userDetail>;

const review = z
  .object({
    user_id: id,
    status: code(reviewChoice, '请选择审核结果'),
    reason: z.string().default(''),
    /** The submission that the reviewer saw, from `userDetail`. If absent, the waiting submission is decided. */
    submission_id: optional(id),
  })
  .transform((value, context): { userId: string; choice: ReviewChoice; reason: string; submissionId: string | undefined } => {
    // spec/console, 5.2: refusing needs a reason of at most 20 characters
    const reason =
      value.status === 'approve'
        ? optional(text(limits.reasonChars, '请填写拒绝原因'))
        : text(limits.reasonChars, '请填写拒绝原因', '拒绝原因最多20个字');
    // A blank reason counts as no reason, which is allowed for an approval.
    const parsed = reason.safeParse(givenText(value.reason));
    if (!parsed.success) {
      context.addIssue({ code: 'custom', path: ['reason'], message: parsed.error.issues[0]?.message ?? '请填写拒绝原因' });
      return z.NEVER;
    }
    return { userId: value.user_id, choice: value.status, reason: parsed.data ?? '', submissionId: value.submission_id };
  });

/** Real-name verification of enterprises and persons (spec/wire, 4, *Users*). */
export const userCalls = {
  getUserList: get('/api/ajax/user/getUserList', {
    summary: '企业或个人用户列表',
    needs: { anyOf: ['user:enterprise', 'user:individual'], byInput: (input) => userPage[input.type] },
    input: z.object({ ...userFilters, page, limit }),
    output: listOf(userRow),
  }),
  userDetail: get('/api/user/userDetail', {
    summary: '用户详情',
    needs: { anyOf: ['user:enterprise', 'user:individual', 'user:review'] },
    input: z.object({ user_id: id }),
    output: userDetail,
  }),
  nextReview: get('/api/ajax/user/nextReview', {
    summary: '下一个待审核的用户：等候最久者在先，至末位后从头开始',
    needs: { anyOf: ['user:enterprise', 'user:individual'], allOf: ['user:review'], byInput: (input) => userPage[input.type] },
    input: z.object({
      ...whichUsers,
      /** Defaults to the first review. */
      kind: optional(code(reviewKind, '审核类型无效')),
      /** Requests the user after this one; without it, the user who has waited longest. */
      after: optional(id),
    }),
    /** `user_id` is empty if nobody else is waiting. `count`: all who are waiting under these filters. */
    output: z.object({ user_id: z.string(), count: z.number().int() }),
  }),
  updateUserStatus: post('/api/ajax/user/updateUserStatus', {
    summary: '实名审核',
    needs: { anyOf: ['user:review'] },
    message: '审核成功',
    input: review,
    output: z.null(),
  }),
  repairCheck: post('/api/User/repairCheck', {
    summary: '补充审核',
    needs: { anyOf: ['user:review'] },
    message: '审核成功',
    input: review,
    output: z.null(),
  }),
  userExport: download('/api/export/userExport', {
    summary: '导出企业或个人用户',
    needs: { anyOf: ['user:enterprise', 'user:individual'], allOf: ['export'], byInput: (input) => userPage[input.type] },
    input: z.object(userFilters),
  }),
} as const;
