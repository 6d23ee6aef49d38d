import type { KeyGroup } from '../../kit/keys/use-keys.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { everywhere, openPage } from './everywhere.ts';
import './key-sheet.css';

interface Props {
  readonly groups: readonly KeyGroup[];
  readonly close: () => void;
}

/** All keys that work on the current screen, grouped by heading; the screen's own come first. */
export function KeySheet({ groups, close }: Props) {
  const all = [always, ...groups];
  const own = [...new Set(groups.map(({ name }) => name))].filter((name) => !general.includes(name));
  const shown = [...own, ...general].map((name) => ({
    name,
    keys: all.filter((group) => group.name === name).flatMap(({ keys }) => keys.filter(({ act }) => act !== undefined)),
  }));
  return (
    <Dialog title="快捷键" width={960} close={close}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls in a small window, so the keyboard must reach it */}
      <div className="key-sheet" role="region" aria-label="快捷键" tabIndex={0}>
        {shown
          .filter(({ keys }) => keys.length > 0)
          .map(({ name, keys }) => (
            <section key={name} aria-label={name}>
              <h3>{name}</h3>
              <dl>
                {keys.map(({ key, act }) => (
                  <div key={key}>
                    <dt>
                      {key.split(' ').map((one, at) => (
                        // oxlint-disable-next-line react/no-array-index-key -- the same key may occur twice in a sequence
                        <kbd key={at}>{keyText(one)}</kbd>
                      ))}
                    </dt>
                    <dd>{act}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
      <p className="key-sheet-note">在输入框中不起作用；可在“个人设置”中关闭单键快捷键。</p>
    </Dialog>
  );
}

/** The headings that every screen has. */
const general = [openPage, everywhere];

const nothing = () => undefined;
const always: KeyGroup = {
  name: everywhere,
  keys: [
    { key: 'Ctrl+K', act: '搜索', run: nothing },
    { key: 'Esc', act: '关闭', run: nothing },
    { key: 'Ctrl+Enter', act: '审核中确定', run: nothing },
  ],
};

function keyText(key: string): string {
  if (key === 'ArrowLeft') return '←';
  if (key === 'ArrowRight') return '→';
  return key.length === 1 ? key.toUpperCase() : key.replace('Shift+x', 'Shift+X');
}
