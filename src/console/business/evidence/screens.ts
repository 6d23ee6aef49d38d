import type { Screen } from '../../kit/screen/screen.ts';
import { detailFields } from './detail-fields.ts';
import { enterpriseEvidenceSource, personalEvidenceSource } from './sources.ts';

export const evidenceScreens: readonly Screen[] = [
  {
    path: '/evidence/EnterpriseCertificate',
    title: '企业存证列表',
    permission: ['evidence:enterprise'],
    list: enterpriseEvidenceSource,
    load: () => import('./enterprise-evidence.tsx').then((screen) => screen.EnterpriseEvidence),
  },
  {
    path: '/evidence/certificate',
    title: '个人存证列表',
    permission: ['evidence:personal'],
    list: personalEvidenceSource,
    load: () => import('./personal-evidence.tsx').then((screen) => screen.PersonalEvidence),
  },
  {
    path: '/certificate/:baoquan/:id',
    title: '存证证书',
    permission: ['evidence:enterprise', 'evidence:personal', 'online:web', 'online:process', 'online:move', 'notarization:list'],
    parent: 'previous',
    first: ({ baoquan = '', id = '' }) => ({ path: '/api/data/saveDataDetail', fields: detailFields(baoquan, id) }),
    load: () => import('./certificate-page.tsx').then((screen) => screen.CertificatePage),
  },
  {
    path: '/dossier/:baoquan',
    title: '审查说明',
    permission: ['evidence:enterprise', 'evidence:personal', 'online:web', 'online:process', 'online:move', 'notarization:list'],
    parent: 'previous',
    first: ({ baoquan = '' }) => ({ path: '/api/data/dossier', fields: { baoquan } }),
    load: () => import('./dossier-page.tsx').then((screen) => screen.DossierPage),
  },
];
