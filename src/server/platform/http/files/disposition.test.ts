import { describe, expect, it } from 'vitest';
import { contentDisposition } from './disposition.ts';

describe('a Content-Disposition header', () => {
  it('carries a Chinese name in UTF-8, and one that old clients can read', () => {
    expect(contentDisposition('attachment', '存证(1).pdf')).toBe(
      `attachment; filename="__(1).pdf"; filename*=UTF-8''%E5%AD%98%E8%AF%81%281%29.pdf`,
    );
  });

  it.each(['a"; x="b', 'a\\', 'a\r\nset-cookie: b', '\0', '\ud83d', '𠮷.jpg', '100%.txt', "it's.txt"])(
    'stays one header with the name %j',
    (name) => {
      expect(contentDisposition('inline', name)).toMatch(
        /^inline; filename="[\x20-\x21\x23-\x24\x26-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w.~!%-]+$/,
      );
    },
  );
});
