import ConfigProvider from 'antd/es/config-provider';
import zhCN from 'antd/locale/zh_CN';
import darkAlgorithm from 'antd/es/theme/themes/dark';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useDensity, useTheme } from '../preferences/use-preference.ts';
import { antdToken } from './theme.ts';

dayjs.locale('zh-cn');

/** antd in Chinese and in our colours. Stands around each piece that uses antd, not around the frame: the first paint does without it. */
export function AntdRoot({ children }: { children: ReactNode }) {
  const [chosen, density, isPrinting] = [useTheme(), useDensity(), usePrinting()];
  const shown = isPrinting ? 'light' : chosen; // paper is white
  const theme = useMemo(
    () => ({
      token: antdToken(shown, density),
      ...(shown === 'dark' && { algorithm: darkAlgorithm }),
      cssVar: { key: 'console' },
      hashed: false,
    }),
    [shown, density],
  );
  return (
    <ConfigProvider locale={zhCN} theme={theme} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  );
}

/** True while the browser prints the page. antd's colours are written by a script, so no media query reaches them. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // At once: the browser takes the page as it is when the event is over.
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
