import { listScreen } from '../../kit/list/list-screen.tsx';
import { evidenceColumns } from './evidence-columns.ts';
import { personalEvidenceSource } from './sources.ts';

export const PersonalEvidence = listScreen({
  name: 'personal-evidence',
  source: personalEvidenceSource,
  rowKey: (row) => row.baoquan,
  columns: evidenceColumns('用户名'),
});
