import type { Screen } from '../../kit/screen/screen.ts';
import { credentialSource } from './sources.ts';

export const officeScreens: readonly Screen[] = [
  {
    path: '/office/credentials',
    title: '机构资质',
    permission: ['office:credentials'],
    list: credentialSource,
    load: () => import('./credential-list.tsx').then((screen) => screen.CredentialList),
  },
];
