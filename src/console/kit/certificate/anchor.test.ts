import { expect, it } from 'vitest';
import { anchorExplorer, anchorOf } from './anchor.ts';

const none = { checkpoint: null, anchored_at: null, blockchain_hash: null, block_height: null, chain_time: null };
const log = { ...none, checkpoint: '12', anchored_at: '2026-01-01 08:00:00' };
const chain = { ...log, blockchain_hash: '0xab', block_height: '77', chain_time: '2026-01-01 08:01:00' };

it.each([
  ['waits while nothing covers it', none, { kind: 'pending', hash: '', height: '', time: '' }],
  ['waits when the server says so', { ...none, anchor_kind: null }, { kind: 'pending', hash: '', height: '', time: '' }],
  [
    'is in a checkpoint while its transaction is under way',
    { ...log, anchor_kind: null },
    { kind: 'confirming', hash: '', height: '', time: '' },
  ],
  ['is the log’s where no chain is', log, { kind: 'log', hash: '', height: '12', time: '2026-01-01 08:00:00' }],
  [
    'is the log’s when the server says so, whatever stands in the hash',
    { ...log, blockchain_hash: 'cd', block_height: '12', chain_time: '2026-01-01 08:00:00', anchor_kind: 'log' },
    { kind: 'log', hash: 'cd', height: '12', time: '2026-01-01 08:00:00' },
  ],
  ['is the chain’s with a transaction', chain, { kind: 'chain', hash: '0xab', height: '77', time: '2026-01-01 08:01:00' }],
  [
    'is the chain’s when the server says so',
    { ...chain, anchor_kind: 'chain' },
    { kind: 'chain', hash: '0xab', height: '77', time: '2026-01-01 08:01:00' },
  ],
])('an anchor %s', (_name, detail, expected) => {
  expect(anchorOf(detail)).toEqual(expected);
});

it('an anchor links to where it is: on the chain, in the log, or nowhere yet', () => {
  const template = 'https://scan.example/tx/{hash}';
  expect(anchorExplorer(anchorOf(chain), 'ef', template)).toBe('https://scan.example/tx/0xab');
  expect(anchorExplorer(anchorOf({ ...log, blockchain_hash: 'cd', anchor_kind: 'log' }), 'ef', template)).toBe('/explorer/search?q=cd');
  expect(anchorExplorer(anchorOf(log), 'ef', template)).toBe('/explorer/search?q=ef');
  for (const open of [none, { ...log, anchor_kind: null }]) expect(anchorExplorer(anchorOf(open), 'ef', template)).toBe('');
});
