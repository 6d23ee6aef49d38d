import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import type { ComponentType } from 'react';
import { codePointLength } from '../../domain/codes/limits.ts';
import { isSecretField } from '../../domain/rules/draft-subject.ts';
import type { Option } from '../list/list-source.ts';
import './form-field.css';

/** One field of a form dialog. `missing` makes it required and is what an empty one says. */
export type FormField = {
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly missing?: string;
  /** What is wrong with a value, when it is neither missing nor too long. */
  readonly check?: (value: string) => string | undefined;
  /** Shown under the field; tells more about what has been filled in so far. */
  readonly note?: ComponentType<{ readonly values: FormValues }>;
  /** Whether the other values ask for this field; an unasked one is hidden and sent empty. */
  readonly when?: (values: FormValues) => boolean;
  /** What it holds is gone with the page, as an upload is: it is left out of the form's draft. */
  readonly isNotKept?: boolean;
  /** Takes half of the dialog's width. */
  readonly isHalf?: boolean;
} & (
  | { readonly kind: 'text' | 'area' | 'password'; readonly maxChars?: number; readonly initial?: string }
  | { readonly kind: 'select'; readonly options: readonly Option[]; readonly initial?: string | number }
  | { readonly kind: 'custom'; readonly Control: ComponentType<FormControlProps>; readonly initial?: string }
);

/** What a control of its own is given: the field's text, and a way to change it. */
export interface FormControlProps {
  readonly values: FormValues;
  readonly placeholder: string | undefined;
  /** These three come from the form around it. */
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

/** An element, not a component: the form puts the value and the way to change it on it. */
function controlOf(field: FormField, values: FormValues) {
  if (field.kind === 'custom') return <field.Control values={values} placeholder={field.placeholder} />;
  if (field.kind === 'select') return <Select options={[...field.options]} placeholder={field.placeholder} />;
  const count = field.maxChars === undefined ? undefined : { show: true, max: field.maxChars, strategy: codePointLength };
  if (field.kind === 'area') return <Input.TextArea rows={3} placeholder={field.placeholder} count={count} />;
  if (field.kind === 'password') return <Input.Password placeholder={field.placeholder} autoComplete="new-password" />;
  return <Input placeholder={field.placeholder} count={count} />;
}

/** What is wrong with a field's value; undefined when nothing is. */
export function faultOf(field: FormField, value: string): string | undefined {
  const text = value.trim();
  if (text === '') return field.missing;
  if ('maxChars' in field && field.maxChars !== undefined && codePointLength(text) > field.maxChars)
    return `${field.label}最多${field.maxChars}个字`;
  return field.check?.(text);
}

/** The texts of a form, with those of the fields that they do not ask for emptied. */
export function askedTexts(fields: readonly FormField[], given: Readonly<Record<string, unknown>>): FormValues {
  const texts = textsOf(given);
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, fields.every((field) => field.name !== name || isAsked(field, texts)) ? text : '']),
  );
}

export function textsOf(values: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value).trim()]));
}

/** Of a form's texts those that may be kept: no password, and nothing that does not outlast the page. */
export function keepable(fields: readonly FormField[], texts: FormValues): Record<string, string> {
  const kept = fields.filter(({ kind, name, isNotKept }) => kind !== 'password' && isNotKept !== true && !isSecretField(name));
  return Object.fromEntries(kept.map(({ name }) => [name, texts[name] ?? '']));
}

/** What was kept, as the form's controls take it: a choice by its option's own value. */
export function valuesOf(fields: readonly FormField[], kept: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = textsOf(kept);
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]): [string, string][] => {
      const field = fields.find((one) => one.name === name);
      if (field?.kind !== 'select') return [[name, text]];
      const option = field.options.find(({ value }) => String(value) === text);
      return option ? [[name, option.value as string]] : []; // numbers too: the form gives back what it is given
    }),
  );
}

function isAsked(field: FormField, values: FormValues): boolean {
  return field.when?.(values) ?? true;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
