import { z } from 'zod';
import { appPlatform, iosReview, type AppPlatform, type IosReview } from '../../domain/business/codes/releases.ts';
import { limits } from '../../domain/business/codes/limits.ts';
import { parseTime } from '../../domain/kit/text/time.ts';
import { versionParts } from '../../domain/business/rules/version.ts';
import { get, post, upload } from '../call.ts';
import { code, id, limit, listOf, optional, page, text } from '../fields.ts';

const platform = code(appPlatform, '请选择要更新产品端');

/** Code and label; both empty for Android, which has no review. */
const review = {
  status: z.union([z.number(), z.literal('')]),
  status_name: z.string(),
};

const versionRow = z.object({
  id: z.string(),
  type: z.number(),
  type_name: z.string(),
  current_version: z.string(),
  /** The previous version as chosen by the operator; empty for the first one. */
  upper_version: z.string(),
  update_time: z.string(),
  update_content: z.string(),
  ...review,
  /** Same as `status`, under the name of the list's column (spec/finance-app-authority, 2.2). */
  iosStatus: z.union([z.number(), z.literal('')]),
  create_time: z.string(),
  operator: z.string(),
});
export type VersionRow = z.output<typeof versionRow>;

/** Facts that the server read from an Android package. */
const packageFacts = {
  package_name: z.string(),
  /** Empty if the package defines it in its resources. */
  version_name: z.string(),
  version_code: z.number(),
  /** In bytes. */
  file_size: z.number(),
  /** Lower-case hex. */
  sha256: z.string(),
};

const versionDetail = versionRow.extend({
  /** For the office only; the app shows `update_content`. */
  update_desc: z.string(),
  /** Name of the Android package as uploaded; empty for iOS. */
  address: z.string(),
  /** Android: a link to the package, valid for 15 minutes. Empty for iOS, and while the package is damaged. */
  url: z.string(),
  package: z
    .object({ ...packageFacts, /** The stored file no longer matches the upload, so it is not delivered. */ is_damaged: z.boolean() })
    .nullable(),
});
export type VersionDetail = z.output<typeof versionDetail>;

const uploadedPackage = z.object({
  /** Reference to this upload: valid once, for a day, for the operator who made it. */
  path: z.string(),
  file_name: z.string(),
  ...packageFacts,
});

const uploadReference = text(limits.keywordChars, '请选择要上传的文件', '安装包地址无效或已过期，请重新上传');
const byteCount = z
  .string('上传位置无效')
  .regex(/^\d{1,15}$/, '上传位置无效')
  .transform(Number);

const versionText = (missing: string) =>
  text(limits.versionChars, missing, '版本号过长').refine((value) => versionParts(value) !== null, '版本号应为1.2.3这样的数字');

const time = z
  .string('更新时间不能为空')
  .transform((value) => value.trim())
  .refine((value) => value !== '', '更新时间不能为空')
  .transform((value, context) => {
    const instant = value === '' ? null : parseTime(value);
    if (instant) return instant;
    context.addIssue({ code: 'custom', message: '更新时间应为yyyy-MM-dd HH:mm:ss' });
    return z.NEVER;
  });

/** What an Android version or an iOS version requires. */
export type ReleasedThing =
  | { readonly platform: 'android'; readonly address: string }
  | { readonly platform: 'ios'; readonly review: IosReview };

/** Versions of the office's apps (spec/finance-app-authority, 5.3 and 7.2). */
export const releaseCalls = {
  getVersionList: get('/api/version/getList', {
    summary: '版本列表',
    needs: { anyOf: ['app:version'] },
    input: z.object({ type: platform, page, limit }),
    output: listOf(versionRow),
  }),
  versionList: get('/api/version/versionList', {
    summary: '可作为上一版本的版本号，最高的在前',
    needs: { anyOf: ['app:version', 'app:publish'] },
    input: z.object({ type: platform }),
    output: z.object({ list: z.array(z.object({ id: z.string(), current_version: z.string() })) }),
  }),
  addVersion: post('/api/version/addVersion', {
    summary: '新增版本；低于最新版本时须 confirm=1',
    needs: { anyOf: ['app:publish'] },
    message: '添加成功',
    input: z
      .object({
        type: platform,
        update_time: time,
        current_version: versionText('当前版本号不能为空'),
        /** Must be an existing version of the platform; required if there are any. */
        upper_version: optional(versionText('上一版本号不能为空')),
        update_desc: text(limits.updateTextChars, '更新描述不能为空', `更新描述最多${limits.updateTextChars}个字`),
        update_content: text(limits.updateTextChars, '更新内容不能为空', `更新内容最多${limits.updateTextChars}个字`),
        /** iOS only; empty for Android. */
        status: optional(code(iosReview, '请选择过审状态')),
        /** Android only: `path` of an upload. */
        address: optional(text(limits.keywordChars, '请上传安装包地址', '请上传安装包地址')),
        /** Confirms that a version lower than the latest is intended. */
        confirm: optional(z.enum(['0', '1'])),
      })
      .transform(({ type, status, address, confirm, ...rest }, context) => {
        const thing = contentOf(type, status, address);
        if (typeof thing !== 'string') return { ...rest, thing, isConfirmed: confirm === '1' };
        context.addIssue({ code: 'custom', path: [type === 'ios' ? 'status' : 'address'], message: thing });
        return z.NEVER;
      }),
    output: z.null(),
  }),
  uploadPackage: upload('/api/upload/index', 'file', {
    summary: '上传 Android 安装包，返回的 path 用于新增版本，一次有效',
    needs: { anyOf: ['app:publish'] },
    message: '上传成功',
    input: z.object({}),
    output: uploadedPackage,
  }),
  beginPackage: post('/api/upload/begin', {
    summary: '开始或继续分片上传安装包；返回已收到的分片，文件过大时在传输前拒绝',
    needs: { anyOf: ['app:publish'] },
    input: z.object({
      name: text(limits.uploadNameChars, '请选择要上传的文件', '文件名过长'),
      /** Size of the whole file in bytes. */
      size: byteCount.refine((bytes) => bytes > 0, '安装包无效：文件不是安装包'),
      /** 1: starts a new upload instead of resuming one of this name and size, whose bytes belong to another file. */
      anew: optional(z.enum(['0', '1'])),
    }),
    output: z.object({
      /** Reference to the upload: valid for a day after its last chunk, for the operator who began it. */
      upload: z.string(),
      /** Size of every chunk except the last, which has the rest. */
      piece_bytes: z.number(),
      pieces: z.array(z.object({ start: z.number(), size: z.number(), sha256: z.string() })),
    }),
  }),
  uploadChunk: upload('/api/upload/piece', 'file', {
    summary: '上传安装包的下一个分片；字段须在 file 之前',
    needs: { anyOf: ['app:publish'] },
    input: z.object({
      upload: uploadReference,
      /** Offset of the chunk in bytes. */
      offset: byteCount,
      /** SHA-256 of the chunk, lower-case hex. */
      sha256: z.string('分片校验值无效').regex(/^[0-9a-f]{64}$/, '分片校验值无效'),
    }),
    /** New offset of the upload in bytes. */
    output: z.object({ offset: z.number() }),
  }),
  finishPackage: post('/api/upload/finish', {
    summary: '分片全部上传后校验安装包，返回的 path 用于新增版本，一次有效',
    needs: { anyOf: ['app:publish'] },
    message: '上传成功',
    input: z.object({ upload: uploadReference }),
    output: uploadedPackage,
  }),
  versionDetail: get('/api/version/detail', {
    summary: '版本详情',
    needs: { anyOf: ['app:version'] },
    input: z.object({ id }),
    output: versionDetail,
  }),
  iosSwitch: post('/api/version/iosSwitch', {
    summary: '设置 iOS 版本的过审状态',
    needs: { anyOf: ['app:publish'] },
    message: '操作成功',
    input: z.object({
      id,
      /** The new state. */
      status: code(iosReview, '请选择过审状态'),
    }),
    output: z.null(),
  }),
} as const;

/** The content to release, or a message about what is missing. */
function contentOf(type: AppPlatform, review: IosReview | undefined, address: string | undefined): ReleasedThing | string {
  if (type === 'ios') return review === undefined ? '请选择过审状态' : { platform: 'ios', review };
  return address === undefined ? '请上传安装包地址' : { platform: 'android', address };
}
