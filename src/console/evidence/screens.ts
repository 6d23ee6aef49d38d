import type { Screen } from '../screen/screen.ts';
import { detailFields } from './detail-fields.ts';
import { enterpriseEvidenceSource, personalEvidenceSource } from './sources.ts';

export const evidenceScreens: readonly Screen[] = [
  {
    path: '/evidence/EnterpriseCertificate',
    title: '企业存证列表',
    permission: ['evidence:enterprise'],
    list: enterpriseEvidenceSource,
    load: async () => (await import('./enterprise-evidence.tsx')).EnterpriseEvidence,
  },
  {
    path: '/evidence/certificate',
    title: '个人存证列表',
    permission: ['evidence:personal'],
    list: personalEvidenceSource,
    load: async () => (await import('./personal-evidence.tsx')).PersonalEvidence,
  },
  {
    path: '/certificate/:baoquan/:id',
    title: '存证证书',
    permission: ['evidence:enterprise', 'evidence:personal', 'online:web', 'online:process', 'online:move', 'notarization:list'],
    parent: 'previous',
    first: ({ baoquan = '', id = '' }) => ({ path: '/api/data/saveDataDetail', fields: detailFields(baoquan, id) }),
    load: async () => (await import('./certificate-page.tsx')).CertificatePage,
  },
];
