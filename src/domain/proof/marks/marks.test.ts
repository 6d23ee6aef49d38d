import { describe, expect, it } from 'vitest';
import { foreignWords } from '../../../../test/installation/factories/chinese.ts';
import { bracketLine, bracketOf, judgeBracket, type BracketFacts, type MarkFacts } from './bracket.ts';
import { readCaptureLog } from './capture-log-facts.ts';
import type { ClockFacts } from './clocks.ts';
import { markCode, printedCode, readCode } from './mark-code.ts';
import { createMarkSearch } from './mark-search.ts';
import type { FilePart } from '../../kit/media/file-part.ts';

const hash = '0123456789abcdef'.repeat(4);
const mark: MarkFacts = {
  hash,
  code: markCode(hash),
  checkpointSize: 7,
  timestampAt: '2026-01-01T00:00:00.000Z',
  witnessedAt: null,
  block: null,
  binding: 'capture',
  place: { in: 'picture', file: 'original-1.png' },
  fault: null,
};
const clocks: ClockFacts = {
  host: '2026-01-01T00:01:00.000Z',
  ntp: 'synchronized',
  database: '2026-01-01T00:01:00.000Z',
  mark: mark.timestampAt,
  target: '2026-01-01T00:01:01.000Z',
};
const facts: BracketFacts = { mark, notAfter: '2026-01-01T00:03:05.000Z', clocks };

describe('a code', () => {
  it('is the first 60 bits of the hash, in an alphabet that nobody misreads', () => {
    expect(markCode(`${'0'.repeat(15)}f${'0'.repeat(48)}`)).toBe('0'.repeat(12));
    expect(markCode('f'.repeat(64))).toBe('Z'.repeat(12));
    expect(markCode('8'.padEnd(64, '0'))).toBe('G00000000000');
    expect(markCode(hash)).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
  });

  it('is read back in groups, in either case, and with the letters that people type for digits', () => {
    const code = '01ABCDEFGHJK';
    for (const text of [code, printedCode(code), 'o1ab cdef ghjk', 'OLAB-CDEF-GHJK', 'oiabcdefghjk']) expect(readCode(text)).toBe(code);
    for (const text of ['', code.slice(1), `${code}0`, '01ABCDEFGHJU', '01ABCDEFGHJ!']) expect(readCode(text)).toBeNull();
  });
});

describe('a search for a mark', () => {
  const noise = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) % 251);
  const signIn = (bytes: Uint8Array, step: number) => {
    const search = createMarkSearch(hash);
    for (let at = 0; at < bytes.length; at += step) search.update(bytes.subarray(at, at + step));
    return search.found()?.sign ?? null;
  };

  it.each([1, 7, 64, 127, 128, 4096])('finds it in pieces of %d bytes, wherever they part', (step) => {
    for (const [text, sign] of [
      [hash, 'hash'],
      [hash.toUpperCase(), 'hash'],
      [mark.code, 'code'],
      [printedCode(mark.code), 'code'],
    ] as const) {
      const bytes = Buffer.concat([noise(999), Buffer.from(text), noise(300)]);
      expect(signIn(bytes, step)).toBe(sign);
      expect(signIn(Buffer.concat([noise(998), Buffer.from(text, 'utf16le'), noise(300)]), step)).toBe(sign);
    }
    expect(signIn(Buffer.concat([noise(500), Buffer.from(hash, 'hex')]), step)).toBe('hash');
  });

  it.each([1, 5, 64, 1000])('says where the first one begins, in pieces of %d bytes', (step) => {
    const bytes = Buffer.concat([noise(777), Buffer.from(mark.code, 'utf16le'), noise(40), Buffer.from(hash)]);
    const search = createMarkSearch(hash);
    for (let at = 0; at < bytes.length; at += step) search.update(bytes.subarray(at, at + step));
    expect(search.found()).toEqual({ sign: 'code', offset: 777 });
  });

  it('finds no other', () => {
    expect(signIn(noise(300_000), 65_536)).toBeNull();
    expect(signIn(Buffer.from(`${hash.slice(0, 63)}0 ${mark.code.slice(0, 11)}`), 10)).toBeNull();
    expect(signIn(new Uint8Array(0), 1)).toBeNull();
  });
});

describe('the bracket', () => {
  it('holds where outsiders vouch for both ends, with the span between', () => {
    expect(judgeBracket(facts)).toEqual({
      finding: '成立',
      text:
        '不早于 2026-01-01 08:00:00（北京时间），不晚于 2026-01-01 08:03:05（北京时间），相隔 3 分 5 秒；' +
        '时间标记由出具机构在取证时绘入截图 original-1.png 上方的边条',
    });
    expect(bracketLine(facts)).toBe(
      '不早于 2026-01-01 08:00:00，不晚于 2026-01-01 08:03:05，相隔 3 分 5 秒；' +
        '时间标记由出具机构在取证时绘入截图 original-1.png 上方的边条',
    );
    expect(bracketOf(facts).spanMs).toBe(185_000);
  });

  const drawn = '时间标记由出具机构在取证时绘入截图 original-1.png 上方的边条';
  const block = { chainId: '1', number: '9', hash: `0x${'a'.repeat(64)}`, time: '2026-01-01T00:00:00.000Z' };
  it.each<[string, Partial<MarkFacts> | null, string | null, string, string, string | null]>([
    ['no mark', null, facts.notAfter, '不涉及', '没有时间标记', null],
    [
      'neither authority nor witness',
      { timestampAt: null },
      facts.notAfter,
      '无法判断',
      '没有可信时间戳，也没有足够的见证',
      `不晚于 2026-01-01 08:03:05；不早于：无法判断；${drawn}`,
    ],
    [
      'neither of them, which nothing that is obtained later can mend',
      { timestampAt: null },
      facts.notAfter,
      '无法判断',
      '此后取得的时间戳或者见证只证明取得时，不能补证；须有其他材料证明形成的时间',
      `不晚于 2026-01-01 08:03:05；不早于：无法判断；${drawn}`,
    ],
    [
      'a block alone',
      { timestampAt: null, block },
      facts.notAfter,
      '无法判断',
      '区块 9',
      `不晚于 2026-01-01 08:03:05；不早于：无法判断；${drawn}`,
    ],
    ['no token over its anchor', {}, null, '无法判断', '不能证明“不晚于”', `不早于 2026-01-01 08:00:00；不晚于：无法判断；${drawn}`],
    [
      'a mark that was put into the bytes of a file',
      { binding: 'file', place: { in: 'file', kind: 'appended', name: 'JPEG', offset: 1233, line: null } },
      facts.notAfter,
      '无法判断',
      '只证明文件在此后封装，不证明内容在此后形成',
      '不早于 2026-01-01 08:00:00，不晚于 2026-01-01 08:03:05，相隔 3 分 5 秒；' +
        '时间标记在 JPEG 的内容结束之后，附加在文件末尾，第 1,234 字节处，只证明文件在此后封装，不证明内容在此后形成',
    ],
    [
      'a mark in the sound itself, which anybody can write over an old one',
      { binding: 'file', place: { in: 'file', kind: 'signal', name: 'WAV 的声音数据块 data', offset: 99, line: null } },
      facts.notAfter,
      '无法判断',
      '文件所示内容的数据（WAV 的声音数据块 data）中，第 100 字节处，只证明文件在此后封装',
      '不早于 2026-01-01 08:00:00，不晚于 2026-01-01 08:03:05，相隔 3 分 5 秒；' +
        '时间标记在文件所示内容的数据（WAV 的声音数据块 data）中，第 100 字节处，只证明文件在此后封装，不证明内容在此后形成',
    ],
    [
      'a mark whose place was not recorded',
      { binding: 'file', place: null },
      facts.notAfter,
      '无法判断',
      '时间标记在文件的字节中，只证明',
      '不早于 2026-01-01 08:00:00，不晚于 2026-01-01 08:03:05，相隔 3 分 5 秒；' +
        '时间标记在文件的字节中，只证明文件在此后封装，不证明内容在此后形成',
    ],
    [
      'a file in place of a page, of which there is no picture',
      { place: { in: 'log' } },
      facts.notAfter,
      '无法判断',
      '不在画面中，只证明取证在此后开始，不证明所取的文件在此后形成',
      '不早于 2026-01-01 08:00:00，不晚于 2026-01-01 08:03:05，相隔 3 分 5 秒；' +
        '时间标记由出具机构在取证时写入取证日志，不在画面中，只证明取证在此后开始，不证明所取的文件在此后形成',
    ],
    ['a file without the mark', { binding: 'unbound' }, facts.notAfter, '无法判断', '未绑定', '不晚于 2026-01-01 08:03:05；不早于：未绑定'],
    [
      'a mark that does not hold',
      { fault: '时间标记不成立：哈希不同' },
      facts.notAfter,
      '不成立',
      '哈希不同',
      '不晚于 2026-01-01 08:03:05；不早于：无法判断',
    ],
    [
      'a mark from after the anchor',
      {},
      '2025-12-31T23:59:00.000Z',
      '不成立',
      '之后',
      `不早于 2026-01-01 08:00:00；不晚于 2026-01-01 07:59:00；不晚于：无法判断；${drawn}`,
    ],
  ])('with %s is as it is', (_, change, notAfter, finding, words, line) => {
    const judged: BracketFacts = { mark: change && { ...mark, ...change }, notAfter, clocks: null };
    expect(judgeBracket(judged)).toMatchObject({ finding, text: expect.stringContaining(words) as string });
    expect(bracketLine(judged)).toBe(line);
    const named = change?.place?.in === 'file' ? [change.place.name] : ['original-1.png'];
    expect(foreignWords(judgeBracket(judged).text, named)).toEqual([]);
  });
});

describe('every sentence about a time that a mark proves, or might', () => {
  const at = (kind: FilePart['kind'], name: string): MarkFacts['place'] => ({ in: 'file', kind, name, offset: 1233, line: null });
  const places: readonly (readonly [MarkFacts['binding'], MarkFacts['place'], string])[] = [
    ['capture', null, '绘入截图 original-1.png 上方的边条'],
    ['capture', { in: 'picture', file: 'original-2.png' }, '绘入截图 original-2.png 上方的边条'],
    ['capture', { in: 'log' }, '写入取证日志，不在画面中'],
    ['file', null, '在文件的字节中'],
    ['file', at('metadata', 'JPEG 的 APP1 段'), '在文件的元数据（JPEG 的 APP1 段）中，第 1,234 字节处'],
    ['file', at('appended', 'JPEG'), '附加在文件末尾，第 1,234 字节处'],
    ['file', at('signal', 'WAV 的声音数据块 data'), '在文件所示内容的数据（WAV 的声音数据块 data）中，第 1,234 字节处'],
  ];
  const times: readonly (readonly [string | null, string | null])[] = [
    [mark.timestampAt, facts.notAfter],
    [mark.timestampAt, null],
    [mark.timestampAt, '2025-12-31T23:59:00.000Z'],
    [null, facts.notAfter],
    [null, null],
  ];
  it.each(places)('names where a mark stands: %s, %j', (binding, place, words) => {
    for (const [timestampAt, notAfter] of times) {
      const given: BracketFacts = { mark: { ...mark, binding, place, timestampAt }, notAfter, clocks: null };
      for (const text of [judgeBracket(given).text, bracketLine(given)]) {
        expect(text?.split(words)).toHaveLength(2);
        // What only the bytes show is no time of what they show.
        const isDated = timestampAt !== null && notAfter !== '2025-12-31T23:59:00.000Z';
        if (isDated && (binding === 'file' || place?.in === 'log')) expect(text).toMatch(/，只证明.+不证明.+在此后形成/);
      }
    }
  });
});

describe('the log of a capture', () => {
  const lines = (...values: object[]) => Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
  const marked = { event: 'mark', sha256: hash };
  const timed = { event: 'clocks', ...clocks };

  it('tells mark and clocks before the browser starts, and nothing that comes behind', () => {
    expect(readCaptureLog(lines({ event: 'begin' }, marked, timed, { event: 'browser' }))).toEqual({
      mark: hash,
      clocks,
      keepsFiles: false,
    });
    expect(readCaptureLog(lines({ event: 'begin' }, { event: 'browser' }, marked, timed))).toEqual({
      mark: null,
      clocks: null,
      keepsFiles: false,
    });
    expect(readCaptureLog(lines(marked, { ...marked, sha256: 'f'.repeat(64) })).mark).toBe(hash);
  });

  it.each([
    ['no log', Buffer.from('not a log')],
    ['bytes', Buffer.from([0xff, 0xfe, 10])],
    ['a cut line', lines(marked).subarray(0, 30)],
    ['clocks that are none', lines({ ...timed, host: 'now' })],
    ['a state that is none', lines({ ...timed, ntp: 'yes' })],
    ['a list', Buffer.from('[]\n')],
    ['null', Buffer.from('null\n')],
  ])('of %s tells nothing', (_, bytes) => {
    expect(readCaptureLog(bytes)).toEqual({ mark: null, clocks: null, keepsFiles: false });
  });
});
