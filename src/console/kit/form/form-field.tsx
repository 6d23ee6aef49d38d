import Form from 'antd/es/form';
import Input from 'antd/es/input';
import type { ComponentType } from 'react';
import { codePointLength } from '../../../domain/kit/text/length.ts';
import { isSecretField } from '../../../domain/business/rules/draft-subject.ts';
import { givenText } from '../../../domain/kit/text/visible-text.ts';
import type { Option } from '../list/list-source.ts';
import { Select } from '../ui/select.tsx';
import './form-field.css';

/** One field of a form dialog. `missing` makes it required and is the error of an empty one. */
export type FormField = {
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly missing?: string;
  /** Error of a value that is neither missing nor too long. */
  readonly check?: (value: string) => string | undefined;
  /** Shown below the field; explains the current values. */
  readonly note?: ComponentType<{ readonly values: FormValues }>;
  /** Whether the other values require this field. If not, it is hidden and sent empty. */
  readonly when?: (values: FormValues) => boolean;
  /** Its value does not survive the page, as with an upload, so the form's draft leaves it out. */
  readonly isExcludedFromDraft?: boolean;
  /** Takes half of the dialog's width. */
  readonly isHalf?: boolean;
} & (
  | { readonly kind: 'text' | 'area' | 'password'; readonly maxChars?: number; readonly initial?: string }
  | { readonly kind: 'select'; readonly options: readonly Option[]; readonly initial?: string | number }
  | { readonly kind: 'custom'; readonly Control: ComponentType<FormControlProps>; readonly initial?: string }
);

/** Props of a custom control: the field's text, and a way to change it. */
export interface FormControlProps {
  readonly values: FormValues;
  readonly placeholder: string | undefined;
  /** The surrounding form provides these three. */
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

export type FormValues = Readonly<Record<string, string>>;

/** A field with its label, its control and its errors. `values` are those of the whole form. */
export function FieldItem({ field, values }: { field: FormField; values: FormValues }) {
  const isShown = isAsked(field, values);
  const validator = async (_rule: unknown, value: unknown) => {
    const fault = isShown ? faultOf(field, textOf(value)) : undefined;
    if (fault !== undefined) throw new Error(fault);
  };
  return (
    <Form.Item
      name={field.name}
      label={field.label}
      required={field.missing !== undefined}
      className={field.isHalf ? 'form-half' : undefined}
      hidden={!isShown}
      validateTrigger="onBlur"
      rules={[{ validator }]}
      initialValue={field.initial ?? (field.kind === 'select' ? undefined : '')}
      extra={field.note && <field.note values={values} />}
    >
      {controlOf(field, values)}
    </Form.Item>
  );
}

/** Returns an element, not a component, because the form injects the value and the change handler into it. */
function controlOf(field: FormField, values: FormValues) {
  if (field.kind === 'custom') return <field.Control values={values} placeholder={field.placeholder} />;
  if (field.kind === 'select') return <Select options={[...field.options]} placeholder={field.placeholder} />;
  const count = field.maxChars === undefined ? undefined : { show: true, max: field.maxChars, strategy: codePointLength };
  if (field.kind === 'area') return <Input.TextArea rows={3} placeholder={field.placeholder} count={count} />;
  if (field.kind === 'password') return <Input.Password placeholder={field.placeholder} autoComplete="new-password" />;
  return <Input placeholder={field.placeholder} count={count} />;
}

/** Error of a field's value; undefined if there is none. */
export function faultOf(field: FormField, value: string): string | undefined {
  const text = givenText(value);
  if (text === '') return field.missing;
  if ('maxChars' in field && field.maxChars !== undefined && codePointLength(text) > field.maxChars)
    return `${field.label}最多${field.maxChars}个字`;
  return field.check?.(text);
}

/** The texts of a form. Fields that are not asked for become empty. */
export function askedTexts(fields: readonly FormField[], given: Readonly<Record<string, unknown>>): FormValues {
  const texts = textsOf(given);
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, fields.every((field) => field.name !== name || isAsked(field, texts)) ? text : '']),
  );
}

export function textsOf(values: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, givenText(textOf(value))]));
}

/** The texts that may be stored in a draft: no passwords, and nothing that does not survive the page. */
export function keepable(fields: readonly FormField[], texts: FormValues): Record<string, string> {
  const included = fields.filter(
    ({ kind, name, isExcludedFromDraft }) => kind !== 'password' && isExcludedFromDraft !== true && !isSecretField(name),
  );
  return Object.fromEntries(included.map(({ name }) => [name, texts[name] ?? '']));
}

/** Stored texts as the form's controls expect them: a select gets its option's own value. */
export function valuesOf(fields: readonly FormField[], stored: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = textsOf(stored);
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]): [string, string][] => {
      const field = fields.find((one) => one.name === name);
      if (field?.kind !== 'select') return [[name, text]];
      const option = field.options.find(({ value }) => String(value) === text);
      return option ? [[name, option.value as string]] : []; // numbers too: the form returns what it was given
    }),
  );
}

function isAsked(field: FormField, values: FormValues): boolean {
  return field.when?.(values) ?? true;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
