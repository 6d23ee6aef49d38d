import { userType } from '../../../domain/business/codes/users.ts';
import type { UserDetail, UserDetailInfo } from '../../../contract/console/users.ts';
import type { FieldItem } from '../../kit/ui/field-list.tsx';
import type { Picture } from '../../kit/ui/images/image-viewer.tsx';

/** A submitted value, and the pictures that it must agree with. */
export interface SubmittedField extends FieldItem {
  readonly on: readonly string[];
}

const [licence, front, back, hand, letter] = ['营业执照', '身份证正面', '身份证反面', '手持身份证', '授权书'] as const;

/** What an enterprise or a person submits, in the order of the pictures that it is compared with. */
export function submittedFields(type: number, info: UserDetailInfo): SubmittedField[] {
  const time = { label: '提交时间', value: info.submit_time, on: [] };
  if (userType.is(type, 'enterprise')) {
    return [
      { label: '企业名称', value: info.name, on: [licence, letter] },
      { label: '税号', value: info.tax_number, on: [licence, letter] },
      { label: '法定代表人', value: info.legal_person, on: [licence, letter] },
      { label: '地址', value: info.address, on: [licence] },
      { label: '经办人姓名', value: info.contact_name, on: [front, hand, letter] },
      { label: '经办人身份证号', value: info.contact_idcard, on: [front, hand, letter] },
      time,
    ];
  }
  return [
    { label: '姓名', value: info.name, on: [front, hand] },
    { label: '身份证号', value: info.contact_idcard, on: [front, hand] },
    { label: '地址', value: info.address, on: [front] },
    time,
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
    { src: info.license, alt: licence },
    { src: info.author_front, alt: front },
    { src: info.author_back, alt: back },
    { src: info.author_hand, alt: hand },
    { src: info.file, alt: letter },
  ].filter((picture) => picture.src !== '');
}
