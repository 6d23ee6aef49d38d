import type { SystemStatusLine } from '../../../contract/console/system-status.ts';

/** What the checks found, in one line: 正常 stands only over what was checked. */
export function summaryOf(lines: readonly Pick<SystemStatusLine, 'tone'>[]): string {
  const failed = lines.filter(({ tone }) => tone === 'failed').length;
  const noted = lines.filter(({ tone }) => tone === 'wait').length;
  const unchecked = lines.filter(({ tone }) => tone === 'over').length;
  const named = [
    ...(failed > 0 ? [`${failed} 项需处理`] : []),
    ...(noted > 0 ? [`${noted} 项请注意`] : []),
    ...(unchecked > 0 ? [`${unchecked} 项未核对`] : []),
  ];
  return named.length > 0 ? `${named.join('，')}，其余正常` : '全部正常';
}
