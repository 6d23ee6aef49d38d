import type { Screen } from '../screen/screen.ts';
import { feedbackSource } from './sources.ts';

export const feedbackScreens: readonly Screen[] = [
  {
    path: '/app/feedback',
    title: '用户反馈',
    permission: ['app:feedback'],
    list: feedbackSource,
    load: async () => (await import('./feedback-list.tsx')).FeedbackList,
  },
];
