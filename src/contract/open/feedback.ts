import { z } from 'zod';
import { feedbackType } from '../../domain/business/codes/feedback.ts';
import { limits } from '../../domain/business/codes/limits.ts';
import { isPlainText } from '../../domain/kit/text/storable.ts';
import type { IntakeCall } from './call.ts';
import { inputObject } from './faults.ts';
import { characters, controlFault, deviceText, enumeration, filledText, uniqueId, userId } from './fields.ts';

/** Feedback from users to the office. */
export const feedbackIntakeCalls = {
  createFeedback: {
    method: 'POST',
    path: '/open/v1/feedback',
    summary: '用户反馈',
    caller: 'platform',
    body: inputObject({
      unique_id: uniqueId,
      user_id: userId,
      type: enumeration(feedbackType.codes),
      content: characters(filledText, limits.feedbackChars).refine(isPlainText, controlFault),
      version: deviceText,
      model_name: deviceText,
      /** The phone's operating system. */
      status_name: deviceText,
    }),
    output: z.object({ id: z.string() }),
  },
} as const satisfies Record<string, IntakeCall>;
