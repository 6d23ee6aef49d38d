import type { UserDetail } from '../../contract/console/users.ts';
import { emptyCell } from '../ui/empty-cell.ts';
import { reviewedOf, submittedFields } from './detail-fields.ts';
import { given } from '../ui/given-text.tsx';
import '../ui/plain-table.css';
import './review-compare.css';

/** The data to compare with the pictures. A supplementary review adds the verified values and marks differences. */
export function ReviewData({ detail, isRepair }: { detail: UserDetail | undefined; isRepair: boolean }) {
  if (!detail) return <div className="review-data" aria-busy="true" />;
  const { userInfo } = detail;
  const reviewed = reviewedOf(detail);
  const submitted = reviewed.submitted ? submittedFields(userInfo.type, reviewed.submitted) : [];
  const verified = reviewed.verified ? submittedFields(userInfo.type, reviewed.verified) : [];
  if (!isRepair || verified.length === 0) {
    return (
      <dl className="review-data review-pairs">
        {[{ label: '手机号', value: userInfo.mobile }, { label: '注册时间', value: userInfo.registered_time }, ...submitted].map((item) => (
          <div key={item.label} data-wide={item.label === '地址' || item.label === '企业名称'}>
            <dt>{item.label}</dt>
            <dd>{given(item.value) || emptyCell}</dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <div className="review-data">
      <table className="plain-table review-compare">
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col">已认证</th>
            <th scope="col">本次提交</th>
          </tr>
        </thead>
        <tbody>
          {submitted.map((item, index) => (
            <tr key={item.label} data-changed={item.label !== '提交时间' && item.value !== verified[index]?.value}>
              <th scope="row">{item.label}</th>
              <td>{given(verified[index]?.value) || emptyCell}</td>
              <td>{given(item.value) || emptyCell}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
