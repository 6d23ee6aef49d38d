import type { Screen } from '../screen/screen.ts';

export const messageScreens: readonly Screen[] = [
  {
    path: '/messages',
    title: '消息',
    permission: 'signedIn',
    first: () => ({ path: '/api/ajax/message/getList', fields: { unread: 0, page: 1 } }),
    load: () => import('./message-list.tsx').then((screen) => screen.MessageList),
  },
];
