import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { phoneNumber } from '../../domain/text/phone-number.ts';
import { StatusDot } from '../list/cells.tsx';
import type { FormValues } from '../form/form-field.tsx';
import { errorToShow } from '../net/verdict.ts';
import { findReceiver, receiverPath } from './find-receiver.ts';

/** Shows who would receive the points, while the mobile number is typed. */
export function ReceiverNote({ values: { mobile = '', type = '' } }: { values: FormValues }) {
  const settled = useSettled(mobile);
  const isWanted = settled === mobile && phoneNumber(mobile) !== undefined && type !== '';
  const { data, error, isFetching } = useQuery({
    queryKey: [receiverPath, mobile, type],
    queryFn: ({ signal }) => findReceiver(mobile, type, signal),
    enabled: isWanted,
  });
  const refusal = errorToShow(error);
  let note = <span>填写后显示接收用户</span>;
  if (isWanted && data) note = <StatusDot tone="done" text={`${data.name}（${data.type_name}）`} />;
  else if (isWanted && isFetching) note = <span>正在查找…</span>;
  else if (isWanted && refusal) note = <StatusDot tone="failed" text={refusal.message} />;
  return <span aria-live="polite">{note}</span>;
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
