import { useQueryClient } from '@tanstack/react-query';
import type { ApplicationDetail, DocumentDelivery } from '../../../contract/console/notarizations.ts';
import { collector, deliveryKind, paperKind } from '../../../domain/business/codes/document-deliveries.ts';
import { deliveryFaults, type DeliveryContext, type GivenDelivery } from '../../../domain/business/rules/document-delivery.ts';
import { formatDay, formatTime, parseTime } from '../../../domain/kit/text/time.ts';
import { typedCode, typedName } from '../../../domain/kit/text/typed.ts';
import { DayControl } from '../../kit/form/day-control.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { FormField, FormValues } from '../../kit/form/form-field.tsx';
import { TimeControl } from '../../kit/form/time-control.tsx';
import { post } from '../../kit/net/call.ts';
import { serverNow } from '../../kit/net/server-clock.ts';
import { reloadOnConflict } from '../../kit/net/verdict.ts';
import { detailPath, listPath } from './application-query.ts';

interface Props {
  readonly detail: ApplicationDetail;
  /** A mail whose outcome is recorded; undefined for a new delivery. */
  readonly mail: DocumentDelivery | undefined;
  readonly close: () => void;
}

/** Records how a document was delivered, or what became of a mail. It keeps no draft, because it holds numbers of papers. */
export function DeliverDialog({ detail, mail, close }: Props) {
  const cache = useQueryClient();
  const reload = () => {
    for (const path of [detailPath, listPath]) void cache.invalidateQueries({ queryKey: [path] });
  };
  const recorded = mail && { kind: String(mail.kind), company: mail.company, number: mail.number, sent: mail.sent };
  const send = (values: FormValues) => {
    const { kind = '', collector: who = '', paper = '', ...given } = { ...values, ...recorded };
    const fields = { orderId: detail.orderId, kind, collector: who, paper, ...textsOf(given) };
    const about = { act: mail ? '已登记邮寄结果' : '已登记送达', name: detail.name };
    return reloadOnConflict(post('/api/ajax/data/deliver', fields, { about }), reload);
  };
  const done = () => {
    close();
    reload();
  };
  return (
    <FormDialog
      title={mail ? `登记邮寄结果（${mail.number}）` : '登记送达'}
      width={560}
      fields={(values) =>
        recorded
          ? outcomeFields(checksOf(detail, { ...values, ...recorded }), ['arrived', 'returned'], () => true)
          : fieldsOf(detail, values)
      }
      submit={send}
      close={close}
      done={done}
    />
  );
}

function fieldsOf(detail: ApplicationDetail, values: FormValues): FormField[] {
  const check = checksOf(detail, values);
  return [
    {
      kind: 'select',
      name: 'kind',
      label: '送达方式',
      options: deliveryKind.options,
      initial: detail.sendType,
      missing: '请选择送达方式',
    },
    ...pickupFields(detail, check),
    ...mailFields(check),
    ...electronicFields(detail, check),
    { ...timeField(isKind('electronic')(values)), when: (all) => !isKind('mail')(all), check: check('time') },
  ];
}

function isKind(name: GivenDelivery['kind']) {
  return ({ kind }: FormValues) => deliveryKind.is(Number(kind), name);
}

function pickupFields(detail: ApplicationDetail, check: Checks): FormField[] {
  const common = { isHalf: true, when: isKind('pickup') } as const;
  const isBy = (name: 'applicant' | 'agent') => (values: FormValues) =>
    common.when(values) && collector.is(Number(values['collector']), name);
  const name = { ...common, kind: 'text', label: '领取人姓名', placeholder: '请输入领取人姓名', missing: '领取人姓名不能为空' } as const;
  const [applicant, idcard] = [collector.code('applicant'), paperKind.code('idcard')];
  const left = detail.delivery?.copies_left ?? 0;
  return [
    {
      ...common,
      kind: 'select',
      name: 'collector',
      label: '领取人',
      options: collector.options,
      initial: applicant,
      missing: '请选择领取人',
    },
    { ...name, name: 'name', initial: detail.applicant.name, when: isBy('applicant'), check: check('name') },
    { ...name, name: 'agentName', initial: detail.agent?.name ?? '', when: isBy('agent'), check: check('name') },
    {
      ...common,
      kind: 'select',
      name: 'paper',
      label: '出示的证件',
      options: paperKind.options,
      initial: idcard,
      missing: '请选择证件类型',
    },
    {
      ...common,
      kind: 'text',
      name: 'paperNumber',
      label: '证件号码',
      placeholder: '请按出示的证件输入',
      missing: '证件号码不能为空',
      check: check('paperNumber', typedCode),
    },
    {
      ...common,
      kind: 'text',
      name: 'copies',
      label: detail.copies === null ? '领取份数' : `领取份数（余 ${left} 份）`,
      initial: String(detail.copies === null ? 1 : left),
      missing: '领取份数不能为空',
      check: check('copies'),
    },
  ];
}

function mailFields(check: Checks): FormField[] {
  const common = { when: isKind('mail'), kind: 'text', isHalf: true } as const;
  return [
    {
      ...common,
      name: 'company',
      label: '快递公司',
      placeholder: '请输入快递公司',
      missing: '快递公司不能为空',
      check: check('company'),
    },
    {
      ...common,
      name: 'number',
      label: '快递单号',
      placeholder: '请输入快递单号',
      missing: '快递单号不能为空',
      check: check('number', upperCode),
    },
    {
      kind: 'custom',
      name: 'sent',
      label: '寄出日期',
      Control: DayControl,
      initial: formatDay(serverNow()),
      missing: '寄出日期不能为空',
      when: common.when,
      check: check('sent'),
    },
    ...outcomeFields(check, ['underway', 'arrived', 'returned'], common.when),
  ];
}

function electronicFields(detail: ApplicationDetail, check: Checks): FormField[] {
  const when = isKind('electronic');
  return [
    {
      kind: 'text',
      name: 'address',
      label: '电子送达地址',
      placeholder: '邮箱、手机号或平台账号',
      missing: '电子送达地址不能为空',
      initial: detail.applicant.email,
      when,
      check: check('address'),
    },
  ];
}

/** When it was fetched or sent electronically. */
function timeField(isElectronic: boolean) {
  const label = isElectronic ? '送达时间' : '领取时间';
  const initial = formatTime(serverNow());
  return { kind: 'custom', name: 'time', label, Control: TimeControl, initial, missing: `${label}不能为空`, isHalf: true } as const;
}

/** What became of a mail, and when. One that was just sent has no outcome yet. */
function outcomeFields(check: Checks, outcomes: readonly Outcome[], isMail: (values: FormValues) => boolean): FormField[] {
  return [
    {
      kind: 'select',
      name: 'outcome',
      label: '邮寄结果',
      options: outcomes.map((value) => ({ value, label: outcomeLabels[value] })),
      initial: outcomes[0] ?? 'arrived',
      missing: '请选择邮寄结果',
      isHalf: true,
      when: isMail,
    },
    {
      kind: 'custom',
      name: 'ended',
      label: '送达或退回日期',
      Control: DayControl,
      initial: formatDay(serverNow()),
      missing: '送达或退回日期不能为空',
      isHalf: true,
      when: (values) => isMail(values) && values['outcome'] !== 'underway',
      check: check('arrived'),
    },
  ];
}

type Outcome = 'underway' | 'arrived' | 'returned';
const outcomeLabels: Record<Outcome, string> = { underway: '邮寄中', arrived: '已送达', returned: '已退回' };

type Checks = (field: keyof GivenDelivery, read?: (text: string) => string) => (value: string) => string | undefined;

/** Checks of single fields by the server's own rules, beside what the others say. */
function checksOf(detail: ApplicationDetail, values: FormValues): Checks {
  const context: DeliveryContext = {
    now: serverNow(),
    issuedAt: parseTime(detail.delivery?.issued_time ?? '') ?? serverNow(),
    applicant: detail.applicant,
    copiesLeft: detail.delivery?.copies_left ?? 0,
  };
  const given: GivenDelivery = {
    ...textsOf(values),
    kind: deliveryKind.nameOf(Number(values['kind'])) ?? 'mail',
    collector: collector.nameOf(Number(values['collector'])),
    paper: paperKind.nameOf(Number(values['paper'])),
  };
  return (field, read = (text) => text) =>
    (value) =>
      deliveryFaults({ ...given, [field]: read(value) }, context)[field];
}

/** The texts of a delivery as the call takes them. */
function textsOf(values: FormValues) {
  const text = (name: string) => values[name] ?? '';
  return {
    name: typedName(text('name') || text('agentName')),
    paperNumber: typedCode(text('paperNumber')),
    time: text('time'),
    copies: text('copies'),
    company: text('company'),
    number: upperCode(text('number')),
    sent: text('sent'),
    arrived: text('outcome') === 'arrived' ? text('ended') : '',
    returned: text('outcome') === 'returned' ? text('ended') : '',
    address: text('address'),
  };
}

function upperCode(text: string): string {
  return typedCode(text).toUpperCase();
}
