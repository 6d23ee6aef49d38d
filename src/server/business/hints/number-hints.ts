import type { HintRow } from '../../../contract/console/hints.ts';
import type { UserType } from '../../../domain/business/codes/users.ts';
import { readCreditCode } from '../../../domain/business/hints/credit-code.ts';
import { hongKongCardHolds } from '../../../domain/business/hints/hong-kong-card.ts';
import { ageAt, readIdNumber } from '../../../domain/business/hints/id-number.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { notice } from './hint-row.ts';

interface Numbers {
  readonly type: UserType;
  readonly idCard: string;
  readonly taxNumber: string;
  readonly submittedAt: Date;
}

/** Hints from the numbers alone. @param hasDemo whether the installation holds the demo, whose people have an area that does not exist. */
export function numberHints({ type, idCard, taxNumber, submittedAt }: Numbers, hasDemo: boolean): HintRow[] {
  const ofPerson = idNumberHints(idCard, formatTime(submittedAt).slice(0, 10), hasDemo);
  return [...ofPerson, ...(type === 'enterprise' ? creditCodeHints(taxNumber) : [])];
}

function idNumberHints(idCard: string, day: string, hasDemo: boolean): HintRow[] {
  const facts = readIdNumber(idCard);
  if (hongKongCardHolds(idCard) === false)
    return [notice({ name: '香港身份证校验码不符', text: '括号内的校验码与前面的字符算得的不符', rule: '香港身份证校验码' })];
  if (!facts) return [notice({ name: '身份证号非18位', text: '不是18位公民身份号码，无法校验', rule: 'GB 11643', is_notice: false })];
  const { checkHolds, areaKnown, birth, sex } = facts;
  const age = birth === null ? null : ageAt(birth, day);
  return [
    ...(checkHolds ? [] : [notice({ name: '身份证号校验码不符', text: '末位与前17位算得的校验码不符', rule: 'GB 11643 校验码' })]),
    ...(areaKnown ? [] : [areaHint(idCard.slice(0, 2), hasDemo)]),
    ...(birth === null ? [notice({ name: '身份证号出生日期不存在', text: '第7至14位不是日期', rule: 'GB 11643' })] : []),
    ...(age !== null && (age < 18 || age > 120)
      ? [notice({ name: '年龄异常', text: `按证号提交时为${age}周岁`, rule: '提交时不满18或超过120周岁' })]
      : []),
    ...(birth !== null
      ? [notice({ name: '证号所示', text: `${sex}，${birth}出生，提交时${age}周岁`, rule: 'GB 11643', is_notice: false })]
      : []),
  ];
}

function areaHint(area: string, hasDemo: boolean): HintRow {
  return hasDemo && area === demoArea
    ? notice({ name: '演示证号', text: `演示数据的证号以${area}开头，没有这个地区`, rule: 'GB/T 2260', is_notice: false })
    : notice({ name: '身份证号地区码不存在', text: `地区码${area}不是省级代码`, rule: 'GB/T 2260' });
}

/** Of all invented people. No area begins so. */
const demoArea = '99';

function creditCodeHints(code: string): HintRow[] {
  const facts = readCreditCode(code);
  if (!facts) return [notice({ name: '税号非18位', text: '不是18位统一社会信用代码，无法校验', rule: 'GB 32100', is_notice: false })];
  return [
    ...(facts.checkHolds ? [] : [notice({ name: '信用代码校验码不符', text: '末位与前17位算得的校验码不符', rule: 'GB 32100 校验码' })]),
    ...(facts.organisationHolds
      ? []
      : [notice({ name: '组织机构代码校验码不符', text: '第17位与第9至16位算得的校验码不符', rule: 'GB 11714 校验码' })]),
  ];
}
