import { expect, it } from 'vitest';
import { prometheusText } from './exposition.ts';
import { counter, countedFamilies, histogram } from './registry.ts';

const textOf = (name: string) => prometheusText(countedFamilies().filter((family) => family.name === name));

it('counts each observation in its bucket and in all larger ones', () => {
  const took = histogram({ name: 'took_seconds', help: 'How long.', labels: ['call'], buckets: [0.1, 1] });
  for (const seconds of [0.05, 0.1, 0.5, 3]) took.observe(seconds, ['login']);
  expect(textOf('took_seconds')).toBe(
    [
      '# HELP took_seconds How long.',
      '# TYPE took_seconds histogram',
      'took_seconds_bucket{call="login",le="0.1"} 2',
      'took_seconds_bucket{call="login",le="1"} 3',
      'took_seconds_bucket{call="login",le="+Inf"} 4',
      'took_seconds_sum{call="login"} 3.65',
      'took_seconds_count{call="login"} 4',
      '',
    ].join('\n'),
  );
});

it('begins at 0 where there are no labels', () => {
  counter({ name: 'plain_total', help: 'Plain.' });
  expect(textOf('plain_total')).toContain('\nplain_total 0\n');
});

it('tells so many series apart and no more, whoever brings new ones', () => {
  const calls = counter({ name: 'calls_total', help: 'Calls.', labels: ['call', 'status'], maxSeries: 2 });
  for (const call of ['a', 'b', 'c', 'd', 'a']) calls.add([call, '2xx']);
  expect(textOf('calls_total').split('\n').slice(2, -1)).toEqual([
    'calls_total{call="a",status="2xx"} 2',
    'calls_total{call="b",status="2xx"} 1',
    'calls_total{call="other",status="other"} 2',
  ]);
});
