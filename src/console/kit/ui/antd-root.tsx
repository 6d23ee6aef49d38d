import ConfigProvider from 'antd/es/config-provider';
import type { Locale } from 'antd/es/locale';
import zhCN from 'antd/es/locale/zh_CN';
import darkAlgorithm from 'antd/es/theme/themes/dark';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useDensity, useTheme } from '../preferences/use-preference.ts';
import { antdComponents, antdToken } from './theme.ts';

dayjs.locale('zh-cn');

/**
 * antd's Chinese locale. The buttons above a calendar are named only by their visible text, such as 2026年, because speech control uses
 * what
 * is visible (WCAG 2.2, 2.5.3).
 */
const locale: Locale = {
  ...zhCN,
  ...(zhCN.DatePicker && {
    DatePicker: { ...zhCN.DatePicker, lang: { ...zhCN.DatePicker.lang, yearSelect: '', monthSelect: '', decadeSelect: '' } },
  }),
};

/** antd in Chinese and in the console's colours. Wraps each part that uses antd, not the frame: the first paint needs no antd. */
export function AntdRoot({ children }: { children: ReactNode }) {
  const [chosen, density, isPrinting] = [useTheme(), useDensity(), usePrinting()];
  const shown = isPrinting ? 'light' : chosen; // paper is white
  const theme = useMemo(
    () => ({
      token: antdToken(shown, density),
      ...(shown === 'dark' && { algorithm: darkAlgorithm }),
      components: antdComponents(shown),
      cssVar: { key: 'console' },
      hashed: false,
    }),
    [shown, density],
  );
  return (
    <ConfigProvider locale={locale} theme={theme} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  );
}

/** True while the browser prints the page. A script writes antd's colours, so no media query reaches them. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // Synchronous, because the browser prints the page as it is when the event ends.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
