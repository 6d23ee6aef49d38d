import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { advice, type SystemFinding } from './finding.ts';

/** Writing that pages may show, some of its characters, and the Debian package with a font for it. */
interface Script {
  readonly name: string;
  readonly words: string;
  readonly samples: string;
  readonly debian: string;
}

const scripts: readonly Script[] = [
  { name: 'Chinese', words: '汉字', samples: '公证䶮', debian: 'fonts-noto-cjk' },
  { name: 'CJK extension B', words: '汉字扩展 B', samples: '𠀀𪛖', debian: 'fonts-hanazono' },
  { name: 'CJK extension G', words: '汉字扩展 G', samples: '\u{30000}\u{3134A}', debian: 'fonts-babelstone-han' },
  { name: 'CJK extension H', words: '汉字扩展 H', samples: '\u{31350}', debian: 'fonts-babelstone-han' },
  { name: 'Tibetan', words: '藏文', samples: 'བོད', debian: 'fonts-noto-core' },
  { name: 'Yi', words: '彝文', samples: 'ꀀꆈ', debian: 'fonts-noto-core' },
  { name: 'Thai', words: '泰文', samples: 'กทย', debian: 'fonts-noto-core' },
  { name: 'Mongolian', words: '蒙古文', samples: 'ᠮᠣ', debian: 'fonts-noto-core' },
  { name: 'Uyghur', words: '维吾尔文', samples: 'ئۇغچە', debian: 'fonts-noto-core' },
  { name: 'Korean', words: '朝鲜文', samples: '한글', debian: 'fonts-noto-cjk' },
  { name: 'emoji', words: '表情符号', samples: '😀📎', debian: 'fonts-noto-color-emoji' },
];

/** Which writing the fonts of this machine lack: a captured page shows it as boxes, and its capture says so. */
export async function fontFindings(hasFont: HasFont = hasInstalledFont): Promise<SystemFinding[]> {
  const line = { item: 'fonts', name: '取证字体' } as const;
  const lacking = await lackingScripts(hasFont).catch((error: unknown) => (isNotFound(error) ? null : Promise.reject(error)));
  if (lacking === null)
    return [
      {
        ...line,
        state: 'off',
        detail: 'not checked: there is no fc-list on this machine',
        text: '未检查：本机没有 fc-list',
        ...advice('on Debian: apt-get install fontconfig', '在 Debian 上执行 apt-get install fontconfig'),
      },
    ];
  if (lacking.length === 0)
    return [{ ...line, state: 'ok', detail: scripts.map(({ name }) => name).join(', '), text: `${scripts.length} 种文字均有字体` }];
  const command = `apt-get install ${[...new Set(lacking.map(({ debian }) => debian))].join(' ')}`;
  return [
    {
      ...line,
      state: 'warn',
      detail: `no font for ${lacking.map(({ name }) => name).join(', ')}: captured pages show boxes`,
      text: `缺少${lacking.map(({ words }) => words).join('、')}的字体，网页截图中显示为方框`,
      ...advice(`on Debian: ${command}`, `在 Debian 上执行 ${command}`),
    },
  ];
}

/** Whether one installed font has all of the characters. @throws if fonts cannot be listed. */
type HasFont = (samples: string) => Promise<boolean>;

async function lackingScripts(hasFont: HasFont): Promise<readonly Script[]> {
  const found = await Promise.all(scripts.map(async (script) => ({ script, has: await hasFont(script.samples) })));
  return found.flatMap(({ script, has }) => (has ? [] : [script]));
}

/** Asks fontconfig, from which Chromium has its fonts. */
async function hasInstalledFont(samples: string): Promise<boolean> {
  const points = [...samples].map((letter) => letter.codePointAt(0)?.toString(16) ?? '').join(' ');
  const { stdout } = await promisify(execFile)('fc-list', [`:charset=${points}`, 'family'], { timeout: 5000 });
  return stdout.trim() !== '';
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
