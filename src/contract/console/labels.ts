import { z } from 'zod';
import { limits } from '../../domain/business/codes/limits.ts';
import { codePointLength } from '../../domain/kit/text/length.ts';
import { onlineKind, recordingListType } from '../../domain/business/codes/online-evidence.ts';
import { isPlainLine } from '../../domain/kit/text/storable.ts';
import { givenText } from '../../domain/kit/text/visible-text.ts';
import { get, post } from '../call.ts';
import { code } from '../fields.ts';
import { onlinePage } from './evidence.ts';
import { evidenceNumbers } from './online-evidence.ts';
import { recordingPage } from './recordings.ts';
import { rowResults, shownBefore } from './row-result.ts';

const label = z
  .string()
  .default('')
  .transform(givenText)
  .refine((text) => codePointLength(text) <= limits.labelChars, `标签最多${limits.labelChars}个字`)
  .refine(isPlainLine, '含有无效字符');

/** Labels of captures and recordings (desk, Marking many; decision 0035). */
export const labelCalls = {
  setLabels: post('/api/evidence/labelBatch', {
    summary: '批量设置取证的标签：逐份处理，一份被拒绝不影响其他',
    needs: { anyOf: ['online:web', 'online:process', 'online:move'], byInput: (input) => onlinePage[input.type] },
    input: z
      .object({
        baoquanStr: evidenceNumbers('请选择需要设置标签的证据', `一次最多设置${limits.batchNumbers}份证据的标签`),
        type: code(onlineKind, '取证类型无效'),
        /** The new label of each; empty removes the label. */
        label,
        /** The labels that they had when they were marked. */
        was: shownBefore,
      })
      .refine(({ baoquanStr, was }) => was === undefined || was.length === baoquanStr.length, {
        message: '原标签的数量与证据不符',
        path: ['was'],
      }),
    output: rowResults,
  }),
  recordingLabels: get('/api/evidence/labelList', {
    summary: '过程取证或移动端取证的标签',
    needs: { anyOf: ['online:process', 'online:move'], byInput: (input) => recordingPage[input.type] },
    input: z.object({ type: code(recordingListType, '取证类型无效') }),
    output: z.object({ list: z.array(z.object({ label: z.string() })) }),
  }),
} as const;
