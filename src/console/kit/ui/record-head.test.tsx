import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { RecordHead } from './record-head.tsx';

const number = { label: '订单号', text: '20261130AB' };
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

it('says name, amount, number and states, and leaves out a state that there is none of', () => {
  const states = [
    { label: '支付状态', value: '已支付' },
    { label: '出证状态', value: '' },
  ];
  const html = renderToStaticMarkup(<RecordHead name="青禾文化" amount="120.00 元" number={number} states={states} />);
  expect(textOf(html)).toBe('青禾文化 120.00 元 订单号 20261130AB 支付状态 已支付');
  expect(html).not.toContain('record-acts');
});

it('has the acts beside them', () => {
  const html = renderToStaticMarkup(
    <RecordHead name="青禾文化" number={number} states={[]}>
      <button type="button">审核</button>
    </RecordHead>,
  );
  expect(html).toMatch(/<div class="record-acts"><button type="button">审核<\/button><\/div>/);
  expect(html).not.toContain('record-amount');
});
