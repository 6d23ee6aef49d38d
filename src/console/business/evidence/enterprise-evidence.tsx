import { listScreen } from '../../kit/list/list-screen.tsx';
import { evidenceColumns } from './evidence-columns.ts';
import { enterpriseEvidenceSource } from './sources.ts';

export const EnterpriseEvidence = listScreen({
  name: 'enterprise-evidence',
  source: enterpriseEvidenceSource,
  rowKey: (row) => row.baoquan,
  columns: evidenceColumns('企业名称'),
});
