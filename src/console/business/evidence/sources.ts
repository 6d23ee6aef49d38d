import { userType } from '../../../domain/business/codes/users.ts';
import { listSource } from '../../kit/list/list-source.ts';

/** The two evidence lists differ by their owners' type. */
export const enterpriseEvidenceSource = evidenceSource(userType.code('enterprise'));
export const personalEvidenceSource = evidenceSource(userType.code('personal'));

function evidenceSource(type: number) {
  return listSource('/api/ajax/data/getSaveDataList', { type }, [
    { kind: 'days', field: 'datetime', label: '存证时间' },
    { kind: 'text', field: 'keyword', label: '存证编号', placeholder: '编号、开头或末6位' },
  ]);
}
