import type { UserDetail } from '../../../contract/console/users.ts';
import { emptyCell } from '../../kit/ui/empty-cell.ts';
import { reviewedOf, submittedFields, type SubmittedField } from './detail-fields.ts';
import { given } from '../../kit/ui/given-text.tsx';
import '../../kit/ui/plain-table.css';
import './review-compare.css';

interface Props {
  readonly detail: UserDetail | undefined;
  readonly isRepair: boolean;
  /** The name of the picture in view; the values that it must agree with are highlighted. */
  readonly inView: string | undefined;
}

/** The data to compare with the pictures. A supplementary review adds the verified values and marks differences. */
export function ReviewData({ detail, isRepair, inView }: Props) {
  if (!detail) return <div className="review-data" aria-busy="true" />;
  const { userInfo } = detail;
  const reviewed = reviewedOf(detail);
  const submitted = reviewed.submitted ? submittedFields(userInfo.type, reviewed.submitted) : [];
  const verified = reviewed.verified ? submittedFields(userInfo.type, reviewed.verified) : [];
  const isInView = ({ on }: SubmittedField) => inView !== undefined && on.includes(inView);
  if (!isRepair || verified.length === 0) {
    return (
      <dl className="review-data review-pairs">
        {[...submitted, ...registered(userInfo)].map((item) => (
          <div key={item.label} data-wide={item.label === '地址' || item.label === '企业名称'} data-in-view={isInView(item)}>
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
            <tr
              key={item.label}
              data-in-view={isInView(item)}
              data-changed={item.label !== '提交时间' && item.value !== verified[index]?.value}
            >
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

function registered({ mobile, registered_time: time }: UserDetail['userInfo']): SubmittedField[] {
  return [
    { label: '手机号', value: mobile, on: [] },
    { label: '注册时间', value: time, on: [] },
  ];
}
