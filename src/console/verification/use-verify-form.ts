import { useEffect, useEffectEvent, useState } from 'react';
import { typedNumber } from '../../domain/text/typed.ts';
import { isNumber, numberFault, numberIn } from './evidence-number.ts';
import { useVerification } from './use-verification.ts';

/** Input for a verification: a number, a file, or both. Choosing a file verifies it at once. */
export function useVerifyForm() {
  const [number, setNumber] = useState(() => numberIn(location.search));
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState('');
  const { phase, verify, cancel } = useVerification();

  // A visitor who scanned a certificate's QR code has already given a number.
  const arrive = useEffectEvent(() => {
    if (isNumber(number)) void verify(number, null);
  });
  useEffect(() => arrive(), []);

  const start = (chosen: File | null) => {
    const plain = typedNumber(number);
    const fault = faultOf(number, chosen);
    setError(fault);
    if (fault === '') void verify(plain, chosen);
  };
  return {
    number,
    setNumber,
    file,
    error,
    phase,
    submit: () => start(file),
    cancel,
    choose: (chosen: File) => {
      setFile(chosen);
      start(chosen);
    },
    removeFile: () => {
      setFile(null);
      cancel();
    },
  };
}

/** Error of the input; empty if valid. */
function faultOf(typed: string, file: File | null): string {
  if (typedNumber(typed) !== '') return numberFault(typed);
  return file ? '' : '请输入存证编号，或选择文件';
}
