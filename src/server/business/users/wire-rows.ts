import {
  checkResult,
  repairType,
  userStatus,
  userType,
  type CheckResult,
  type RepairType,
  type UserType,
} from '../../../domain/business/codes/users.ts';
import { maskIdCard } from '../../../domain/kit/text/masking.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { UserDetailInfo, UserRow } from '../../../contract/console/users.ts';
import type { ListedUser } from './user-list.ts';

/** One row of the user list on the wire; the identity-card number is masked here, for every list and export. */
export function userRowOf(user: ListedUser): UserRow {
  const name = user.name === '' ? user.mobile : user.name;
  return {
    user_id: user.id,
    name,
    companyName: user.type === 'enterprise' ? name : '',
    mobile: user.mobile,
    registered_time: formatTime(user.registeredAt),
    user_status: userStatus.code(user.status),
    status_name: userStatus.label(user.status),
    check_time: timeOrEmpty(user.checkedAt),
    taxNumber: user.taxNumber,
    contact_idcard: maskIdCard(user.idCard),
    loginTime: timeOrEmpty(user.lastLoginAt),
    authType: userType.code(user.type),
    authType_name: userType.label(user.type),
    repairType: repairType.code(user.repair),
    repairType_name: repairType.label(user.repair),
  };
}

/** A user's submission, with its pictures as links. */
export interface Submission {
  readonly id: string;
  readonly name: string;
  readonly idCard: string;
  readonly contactName: string;
  readonly address: string;
  readonly taxNumber: string;
  readonly legalPerson: string;
  readonly submittedAt: Date;
  readonly pictures: Partial<Record<PictureName, string>>;
}
type PictureName = 'author_front' | 'author_back' | 'author_hand' | 'license' | 'file';

/** @param revealed whether the identity-card number is given in full; otherwise it is masked. */
export function detailInfoOf(type: UserType, repair: RepairType, submission: Submission, revealed: boolean): UserDetailInfo {
  const { pictures } = submission;
  return {
    submission_id: submission.id,
    name: submission.name,
    tax_number: submission.taxNumber,
    contact_idcard: revealed ? submission.idCard : maskIdCard(submission.idCard),
    contact_name: submission.contactName,
    address: submission.address,
    legal_person: submission.legalPerson,
    author_front: pictures.author_front ?? '',
    author_back: pictures.author_back ?? '',
    author_hand: pictures.author_hand ?? '',
    license: pictures.license ?? '',
    file: pictures.file ?? '',
    type: userType.code(type),
    type_name: userType.label(type),
    repair_type: repairType.code(repair),
    repair_type_name: repairType.label(repair),
    submit_time: formatTime(submission.submittedAt),
  };
}

export function checkRecordOf(record: { id: string; verifier: string; verified_at: Date; result: CheckResult; reason: string }) {
  return {
    id: record.id,
    verifier: record.verifier,
    verify_time: formatTime(record.verified_at),
    status: checkResult.code(record.result),
    status_name: checkResult.label(record.result),
    reason: record.reason,
  };
}

export function timeOrEmpty(instant: Date | null): string {
  return instant ? formatTime(instant) : '';
}
