import { expect, it } from 'vitest';
import { fileFault } from './file-fault.ts';

it('blames the file only for the browser’s errors of files', () => {
  for (const name of ['NotFoundError', 'NotReadableError', 'SecurityError'])
    expect(fileFault(new DOMException('gone', name))).toContain('文件无法读取');
  const ours = ['OperationError', 'NotSupportedError', 'DataError', 'QuotaExceededError', 'DataCloneError', 'InvalidAccessError'];
  for (const error of [...ours.map((name) => new DOMException('no', name)), new TypeError('x is not a function'), new RangeError(), 'text'])
    expect(fileFault(error)).toContain('与文件的内容无关');
});
