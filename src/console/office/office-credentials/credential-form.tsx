import { useQueryClient } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { CredentialRow } from '../../../contract/console/office-credentials.ts';
import { limits } from '../../../domain/business/codes/limits.ts';
import { credentialKind } from '../../../domain/business/codes/office-credentials.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { FormControlProps, FormField, FormValues } from '../../kit/form/form-field.tsx';
import { uploadFile } from '../../kit/net/upload.ts';
import { CallRefused } from '../../kit/net/verdict.ts';
import { DatePicker } from '../../kit/ui/date-picker.ts';
import { toast } from '../../kit/ui/toast.ts';
import { pictureBox } from './picture-field.tsx';
import { credentialSource } from './sources.ts';

interface Props {
  readonly close: () => void;
  readonly done: () => void;
}

/** 登记资质: registers a new credential. */
export function NewCredential(handlers: Props) {
  return <CredentialForm title="登记资质" {...handlers} />;
}

/** 更新: replaces a credential. The old one stays, for the time in which it was valid. */
export function ReplaceCredential({ row, close }: { row: CredentialRow; close: () => void }) {
  const cache = useQueryClient();
  const done = () => {
    close();
    void cache.invalidateQueries({ queryKey: [credentialSource.path] });
  };
  return <CredentialForm title={`更新${row.name}`} row={row} close={close} done={done} />;
}

function CredentialForm({ title, row, close, done }: Props & { title: string; row?: CredentialRow }) {
  const [box] = useState(pictureBox);
  const submit = async (values: FormValues) => {
    const { name = '', number = '', issuer = '', valid_from = '', valid_until = '' } = values;
    const fields = { type: row?.type ?? values['type'] ?? '', name, number, issuer, valid_from, valid_until, replaces: row?.id ?? '' };
    const signal = new AbortController().signal;
    try {
      await uploadFile('/api/ajax/office/addCredential', fields, box.file(), { signal, progress: () => undefined });
    } catch (error) {
      // Uploads are quiet, so a refusal without field errors is shown here.
      if (error instanceof CallRefused && Object.keys(error.fields).length === 0) toast('error', error.message);
      throw error;
    }
    toast('success', `${row ? '更新成功' : '登记成功'}：${name}`);
  };
  return <FormDialog title={title} width={640} fields={fieldsOf(box.Control, row)} submit={submit} close={close} done={done} />;
}

function fieldsOf(Picture: ReturnType<typeof pictureBox>['Control'], row: CredentialRow | undefined): FormField[] {
  const words = { maxChars: limits.credentialChars } as const;
  return [
    ...(row
      ? []
      : [
          {
            kind: 'select',
            name: 'type',
            label: '资质类型',
            placeholder: '请选择',
            missing: '请选择资质类型',
            options: credentialKind.options,
          } as const,
        ]),
    {
      kind: 'text',
      name: 'name',
      label: '资质名称',
      placeholder: '证书或证明上的名称',
      missing: '资质名称不能为空',
      ...initial(row?.name),
      ...words,
    },
    { kind: 'text', name: 'number', label: '资质编号', missing: '资质编号不能为空', ...initial(row?.number), ...words },
    { kind: 'text', name: 'issuer', label: '发证机关', missing: '发证机关不能为空', ...initial(row?.issuer), ...words },
    { kind: 'custom', name: 'valid_from', label: '有效期起始日', missing: '请选择有效期起始日', Control: DayField, isHalf: true },
    { kind: 'custom', name: 'valid_until', label: '有效期截止日', placeholder: '长期有效的不填', Control: DayField, isHalf: true },
    { kind: 'custom', name: 'file', label: '资质图片', missing: '请选择资质图片', Control: Picture },
  ];
}

function initial(text: string | undefined): { readonly initial?: string } {
  return text === undefined ? {} : { initial: text };
}

/** A past or future day, as the wire's `yyyy-MM-dd`. */
function DayField({ id, value = '', placeholder = '请选择日期', onChange }: FormControlProps) {
  const day = dayjs(value);
  return (
    <DatePicker
      className="form-time"
      format={dayFormat}
      placeholder={placeholder}
      value={value !== '' && day.isValid() ? day : null}
      onChange={(next) => onChange?.(next ? next.format(dayFormat) : '')}
      {...(id === undefined ? {} : { id })}
    />
  );
}

const dayFormat = 'YYYY-MM-DD';
