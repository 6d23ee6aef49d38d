import ConfigProvider from 'antd/es/config-provider';
import zhCN from 'antd/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import type { ReactNode } from 'react';
import { antdToken } from './theme.ts';

dayjs.locale('zh-cn');

/** antd in Chinese and in our colours. Stands around each piece that uses antd, not around the frame: the first paint does without it. */
export function AntdRoot({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider locale={zhCN} theme={theme} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  );
}

const theme = { token: antdToken, cssVar: { key: 'console' }, hashed: false };
