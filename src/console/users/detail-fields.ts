import { userType } from '../../domain/codes/users.ts';
import type { UserDetail, UserDetailInfo } from '../../contract/console/users.ts';
import type { FieldItem } from '../ui/field-list.tsx';
import type { Picture } from '../ui/images/image-viewer.tsx';

/** What an enterprise or a person submits, in the order in which it is compared with the pictures. */
export function submittedFields(type: number, info: UserDetailInfo): FieldItem[] {
  if (userType.is(type, 'enterprise')) {
    return [
      { label: '企业名称', value: info.name },
      { label: '税号', value: info.tax_number },
      { label: '法定代表人', value: info.legal_person },
      { label: '地址', value: info.address },
      { label: '经办人身份证号', value: info.contact_idcard },
      { label: '提交时间', value: info.submit_time },
    ];
  }
  return [
    { label: '姓名', value: info.name },
    { label: '身份证号', value: info.contact_idcard },
    { label: '地址', value: info.address },
    { label: '提交时间', value: info.submit_time },
  ];
}

/**
 * The data under review, and the verified data that it keeps or replaces. After a refused supplementary submission, the data under review
 * is the refused one.
 */
export function reviewedOf({ userDetailInfo, verifiedDetailInfo, refusedDetailInfo }: UserDetail): {
  submitted: UserDetailInfo | null;
  verified: UserDetailInfo | null;
} {
  return refusedDetailInfo
    ? { submitted: refusedDetailInfo, verified: userDetailInfo }
    : { submitted: userDetailInfo, verified: verifiedDetailInfo };
}

/** The submitted pictures; an enterprise's licence comes first. */
export function submittedPictures(info: UserDetailInfo): Picture[] {
  return [
    { src: info.license, alt: '营业执照' },
    { src: info.author_front, alt: '身份证正面' },
    { src: info.author_back, alt: '身份证反面' },
    { src: info.author_hand, alt: '手持身份证' },
    { src: info.file, alt: '授权书' },
  ].filter((picture) => picture.src !== '');
}
