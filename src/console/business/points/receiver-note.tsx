import { useQuery } from '@tanstack/react-query';
import Form from 'antd/es/form';
import { useEffect, useRef, useState } from 'react';
import { phoneNumber } from '../../../domain/kit/text/phone-number.ts';
import { StatusDot } from '../../kit/list/cells.tsx';
import type { FormValues } from '../../kit/form/form-field.tsx';
import { errorToShow } from '../../kit/net/verdict.ts';
import { findReceivers, othersNote, receiverPath, wrongType, type Receiver } from './find-receiver.ts';

/**
 * Shows who would receive the points while the mobile number is typed. The number comes first: it sets the user type, and where both types
 * have it, the operator is asked for one.
 */
export function ReceiverNote({ values: { mobile = '', type = '' } }: { values: FormValues }) {
  const settled = useSettled(mobile);
  const isWanted = settled === mobile && phoneNumber(mobile) !== undefined;
  const { data, error, isFetching } = useQuery({
    queryKey: [receiverPath, mobile],
    queryFn: ({ signal }) => findReceivers(mobile, signal),
    enabled: isWanted,
  });
  useTypeOf(mobile, isWanted ? data : undefined);
  const refusal = errorToShow(error);
  let note = <span>填写后显示接收用户</span>;
  if (isWanted && data) note = <Found found={data} type={type} />;
  else if (isWanted && isFetching) note = <span>正在查找…</span>;
  else if (isWanted && refusal) note = <StatusDot tone="failed" text={refusal.message} />;
  return <span aria-live="polite">{note}</span>;
}

function Found({ found, type }: { readonly found: readonly Receiver[]; readonly type: string }) {
  const named = (one: Receiver) => `${one.name}（${one.type_name}）`;
  if (type === '') return <StatusDot tone="wait" text={`${found.map(named).join('、')}同用此号，请选择用户类型`} />;
  const chosen = found.find((receiver) => String(receiver.type) === type);
  return chosen ? (
    <StatusDot tone="done" text={named(chosen) + othersNote(chosen)} />
  ) : (
    <StatusDot tone="failed" text={wrongType(found).message} />
  );
}

/** Sets the user type once for each number that is typed; a type that is chosen afterwards stays. */
function useTypeOf(mobile: string, found: readonly Receiver[] | undefined): void {
  const form = Form.useFormInstance();
  const known = useRef(mobile);
  useEffect(() => {
    if (!found || known.current === mobile) return;
    known.current = mobile;
    form.setFields([{ name: 'type', value: found.length === 1 ? found[0]?.type : undefined, errors: [] }]);
  }, [form, mobile, found]);
}

/** The text, once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const typingMs = 300;
