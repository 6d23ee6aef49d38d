import type { HintRow } from '../../../contract/console/hints.ts';
import { faultBounds, pictureFaults, type PictureFault } from '../../../domain/business/hints/picture-faults.ts';
import { nearlySame, nearlySameScene } from '../../../domain/business/hints/same-picture.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PictureFindings } from '../../platform/db/json.ts';
import { notice } from './hint-row.ts';

interface Submitted {
  readonly id: string;
  readonly submittedAt: Date;
  readonly findings: PictureFindings | null;
}

/** Findings in the pictures, and matches with pictures of other users; empty until the pictures are analysed. */
export async function pictureHints(db: Database, { id, submittedAt, findings }: Submitted): Promise<HintRow[]> {
  const found = Object.entries(findings ?? {}).flatMap(([field, finding]) => [
    ...pictureFaults.filter((fault) => finding.faults.includes(fault)).map((fault) => notice({ ...faultTexts[fault], field })),
    ...(finding.faults.includes('unreadable') ? [notice({ ...unreadable, field })] : []),
    ...(finding.editor === '' ? [] : [notice({ name: '图片经软件编辑', text: `由${finding.editor}保存`, rule: 'EXIF Software', field })]),
    ...(isLongBefore(finding.takenOn, submittedAt)
      ? [notice({ name: '拍摄时间过早', text: `拍摄于${finding.takenOn}`, rule: `EXIF 拍摄日早于提交日${longBeforeDays}天以上`, field })]
      : []),
  ]);
  return [...found, ...(await sameElsewhere(db, id))];
}

/** Nearly equal pictures of other users, whichever came first. */
async function sameElsewhere(db: Database, submissionId: string): Promise<HintRow[]> {
  const matches = (own: 'print_id' | 'other_id', other: 'print_id' | 'other_id') =>
    db
      .selectFrom('picture_print as p')
      .innerJoin('picture_match as m', `m.${own}`, 'p.id')
      .innerJoin('picture_print as o', 'o.id', `m.${other}`)
      .innerJoin('users as u', 'u.id', 'o.user_id')
      .select(['p.field', 'o.field as otherField', 'o.submission_id as otherSubmission', 'u.id as userId', 'u.name', 'm.likeness'])
      .where('p.submission_id', '=', submissionId)
      .orderBy('m.likeness', 'desc')
      .limit(mostMatches)
      .execute();
  const found = await Promise.all([matches('print_id', 'other_id'), matches('other_id', 'print_id')]);
  return found
    .flat()
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, mostMatches)
    .map(({ field, otherField, otherSubmission, userId, name, likeness }) =>
      notice({
        name: likeness === 100 ? '图片相同' : '图片近似',
        text: `用户 ${userId}（${name}）的图片`,
        rule:
          likeness === 100
            ? '文件逐字节相同'
            : `分块比对一致度${likeness}%，不低于${(field === 'author_front' ? nearlySame : nearlySameScene) * 100}%`,
        field,
        other_submission_id: otherSubmission,
        other_field: otherField,
      }),
    );
}

const mostMatches = 10;
const longBeforeDays = 365;

function isLongBefore(takenOn: string, submittedAt: Date): boolean {
  const taken = Date.parse(takenOn);
  return Number.isFinite(taken) && Date.parse(formatTime(submittedAt).slice(0, 10)) - taken > longBeforeDays * 86_400_000;
}

const faultTexts: Record<PictureFault, Pick<HintRow, 'name' | 'text' | 'rule'>> = {
  small: { name: '图片过小', text: '文字可能无法辨认', rule: `短边不足${faultBounds.shortSide}像素` },
  blurred: { name: '图片模糊', text: '细节对比过低', rule: `细节对比低于${faultBounds.sharpness}` },
  bright: { name: '图片过曝', text: '大片发白', rule: `发白处超过${faultBounds.bright * 100}%` },
  screen: { name: '疑似翻拍屏幕', text: '有屏幕纹理', rule: `周期纹理强度超过${faultBounds.screen}` },
};
const unreadable = { name: '图片无法解码', text: '请打开原图核对', rule: '解码失败' };
