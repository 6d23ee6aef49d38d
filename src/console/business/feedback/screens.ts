import type { Screen } from '../../kit/screen/screen.ts';
import { feedbackSource } from './sources.ts';

export const feedbackScreens: readonly Screen[] = [
  {
    path: '/app/feedback',
    title: '用户反馈',
    permission: ['app:feedback'],
    list: feedbackSource,
    load: () => import('./feedback-list.tsx').then((screen) => screen.FeedbackList),
  },
];
