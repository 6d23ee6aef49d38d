import { useId } from 'react';
import { leaveWhenAgreed } from '../../../kit/drafts/leaving.ts';
import { keysSetting } from '../../../kit/keys/keys-setting.ts';
import { densityChoice, tabsChoice, themeChoice } from '../../../kit/preferences/choices.ts';
import type { Preference } from '../../../kit/preferences/preference.ts';
import { usePreference } from '../../../kit/preferences/use-preference.ts';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import './own-settings.css';

/** 个人设置: how the console looks and works on this device. Each choice takes effect at once. */
export function OwnSettings({ close }: { close: () => void }) {
  return (
    <Dialog title="个人设置" width={480} close={close}>
      <div className="own-settings">
        <Choice title="主题" preference={themeChoice} labels={{ system: '跟随系统', light: '浅色', dark: '深色' }} />
        <Choice title="密度" preference={densityChoice} labels={{ standard: '标准', compact: '紧凑' }} />
        <Choice
          title="页签"
          preference={{ ...tabsChoice, choose: (value) => leaveWhenAgreed(() => tabsChoice.choose(value)) }}
          labels={{ off: '关闭', on: '开启' }}
          hint="开启后，打开的页面以页签排列在内容上方；切换时保留滚动位置和未提交的内容，中键点击可关闭。"
        />
        <Choice
          title="单键快捷键"
          preference={singleKeys}
          labels={{ on: '开启', off: '关闭' }}
          hint="在列表和审核中以单个按键操作；按 ? 查看当前页面的全部按键。"
        />
        <p className="hint">仅对本浏览器生效，立即保存。</p>
      </div>
    </Dialog>
  );
}

const singleKeys: Preference<'on' | 'off'> = {
  values: ['on', 'off'],
  current: () => (keysSetting.isOn() ? 'on' : 'off'),
  choose: (value) => keysSetting.turn(value === 'on'),
  subscribe: keysSetting.subscribe,
};

interface Props<Value extends string> {
  readonly title: string;
  readonly preference: Preference<Value>;
  readonly labels: Readonly<Record<Value, string>>;
  readonly hint?: string;
}

function Choice<Value extends string>({ title, preference, labels, hint }: Props<Value>) {
  const chosen = usePreference(preference);
  const name = useId();
  return (
    <fieldset aria-describedby={hint === undefined ? undefined : `${name}-hint`}>
      <legend>{title}</legend>
      <div className="own-settings-values">
        {preference.values.map((value) => (
          <label key={value}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => preference.choose(value)} />
            {labels[value]}
          </label>
        ))}
      </div>
      {hint !== undefined && (
        <p id={`${name}-hint`} className="hint">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
