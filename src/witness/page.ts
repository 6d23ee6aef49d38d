import { formatVerifierKey, type VerifierKey } from '../domain/proof/tlog/cosignatures/verifier-key.ts';
import { originHash } from '../domain/proof/tlog/witness/add-checkpoint.ts';
import type { LogState } from './witness.ts';

/** HTML page about this witness and the logs that it cosigned, without scripts. */
export function witnessPage(keys: readonly VerifierKey[], logs: readonly LogState[]): string {
  const name = keys[0]?.name ?? '';
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>见证 ${escaped(name)}</title>
<style>${style}</style>
</head>
<body>
<h1>见证 ${escaped(name)}</h1>
<p>本机记住各家存证日志每次提交的日志头，确认日志只增不改后签名。同一大小只签一个根，绝不回退；日志若出示两种历史，从这里可以看出。</p>
<h2>日志</h2>
${logs.length === 0 ? '<p>还没有登记日志。</p>' : table(logs)}
<h2>公钥</h2>
${keys.map((key) => `<h3>${kinds[key.type]}</h3>\n<pre>${escaped(formatVerifierKey(key))}</pre>`).join('\n')}
</body>
</html>
`;
}

function table(logs: readonly LogState[]): string {
  const rows = logs.map(
    ({ origin, head, forks, unproven, fault }) => `<tr>
<td>${escaped(origin)}</td>
<td>${head ? `<a href="${originHash(origin)}/checkpoint">${head.checkpoint.size}</a>` : '尚未见证'}</td>
<td>${head ? timeText(head.time) : ''}</td>
<td>${stateText(forks, unproven, fault)}</td>
</tr>`,
  );
  return `<table>
<thead><tr><th>日志名称</th><th>已见证的大小</th><th>见证时间（UTC）</th><th>状态</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
}

function stateText(forks: number, unproven: number, fault: string | null): string {
  const parts = [
    ...(forks > 0 ? [`<strong>分叉：同一大小出现另一个根，已留存 ${forks} 份证据</strong>`] : []),
    ...(unproven > 0 ? [`一致性证明不成立 ${unproven} 次`] : []),
    ...(fault === null ? [] : ['<strong>本机存储有故障，暂不签名</strong>']),
  ];
  return parts.length > 0 ? parts.join('；') : '正常';
}

function timeText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const kinds: Record<VerifierKey['type'], string> = {
  ed25519: 'Ed25519',
  'cosignature-ed25519': 'Ed25519',
  'cosignature-ml-dsa-44': 'ML-DSA-44（抗量子计算）',
};

const style =
  'h1{font-size:24px}h2{font-size:18px}h3{font-size:14px;font-weight:600}' +
  'body{font:16px/1.6 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1f2329}' +
  'pre{white-space:pre-wrap;word-break:break-all;background:#f5f6f7;padding:.75rem;border-radius:4px;font-size:13px}' +
  'table{border-collapse:collapse;width:100%}th,td{border:1px solid #dee0e3;padding:.5rem;text-align:left;vertical-align:top;' +
  'word-break:break-all}th{background:#f5f6f7;font-weight:600;word-break:keep-all}strong{color:#b42318}';
