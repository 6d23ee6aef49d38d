import { useEffect, useEffectEvent, useState } from 'react';
import { typedHash, typedNumber } from '../../../domain/kit/text/typed.ts';
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

/** The evidence number in an address, such as that of a certificate's QR code; empty if there is none. */
function numberIn(search: string): string {
  const given = new URLSearchParams(search);
  return typedNumber(given.get('number') ?? given.get('n') ?? '');
}

function isNumber(text: string): boolean {
  return /^[0-9A-F]{32}$/.test(text);
}

/** Why a text, as it was typed, is no evidence number; empty if it is one. */
export function numberFault(text: string): string {
  if (isNumber(typedNumber(text))) return '';
  const digits = typedHash(text);
  const hash = /^[0-9a-f]+$/.test(digits) ? hashes[digits.length] : undefined;
  if (hash !== undefined)
    return `填写的有${digits.length}位，与${hash}哈希一样长，不是存证编号；请填写证书上的32位编号，或选择文件，由本页计算哈希后核对`;
  return '存证编号为32位，由数字和字母A至F组成';
}

/** Hashes by their number of hexadecimal digits. A certificate has others as long as a file's, such as those of the log. */
const hashes: Readonly<Record<number, string>> = { 40: 'SHA-1', 64: 'SHA-256、SM3', 96: 'SHA-384', 128: 'SHA-512' };
