import { type FormEvent, useEffect, useState } from 'react';
import { explorerPath, type ExplorerRecord, type ExplorerReply } from '../../../contract/console/explorer.ts';
import { checkpointSize } from '../../../domain/proof/evidence/checkpoint-size.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { GuardedButton } from '../../kit/ui/guarded-button.tsx';
import '../../kit/list/list.css';
import './explorer.css';

/** `/explorer/search?q=`: what the office's own log says about a hash or a checkpoint. Open to everybody. */
export function ExplorerPage() {
  const [query, setQuery] = useState(queryOfAddress);
  const [typed, setTyped] = useState(query);
  const [answer, setAnswer] = useState<{ query: string; answer: Answer }>();
  useEffect(() => {
    const back = () => {
      setQuery(queryOfAddress());
      setTyped(queryOfAddress());
    };
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);
  useEffect(() => {
    if (query === '') return undefined;
    const abort = new AbortController();
    void askExplorer(query, abort.signal).then((answer) => !abort.signal.aborted && setAnswer({ query, answer }));
    return () => abort.abort();
  }, [query]);
  const search = (event: FormEvent) => {
    event.preventDefault();
    const wanted = typed.trim();
    history.pushState(null, '', `/explorer/search?${new URLSearchParams({ q: wanted })}`);
    setAnswer(undefined);
    setQuery(wanted);
  };
  return (
    <main className="explorer">
      <header>
        <h1>存证日志浏览器</h1>
        <p>查询本机构自有的只增不改存证日志。日志由本机构签名，不是公有区块链；接入公有链时，所列交易可在该链上独立查询。</p>
      </header>
      <search>
        <form onSubmit={search}>
          <input
            className="input mono"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            placeholder="叶哈希、文件哈希 (SHA-256)、交易哈希或检查点大小"
            aria-label="查询内容"
          />
          <GuardedButton type="submit" className="btn btn-primary" resetKey={typed}>
            查询
          </GuardedButton>
        </form>
      </search>
      <section aria-live="polite">
        {query !== '' && <Result query={query} answer={answer?.query === query ? answer.answer : undefined} />}
      </section>
    </main>
  );
}

function Result({ query, answer }: { query: string; answer: Answer | undefined }) {
  if (!answer) return <p className="explorer-none" aria-busy="true" />;
  if (answer.kind === 'failed') return <p className="explorer-none">{answer.text}</p>;
  const { readable, records } = answer.reply;
  if (!readable) return <p className="explorer-none">请输入 64 位十六进制的哈希，或检查点大小（记录条数）。</p>;
  if (records.length === 0) {
    return (
      <p className="explorer-none">
        未找到。日志中没有 <span className="mono">{query}</span>；刚保存的存证须待下一个检查点签署后才能查到。
      </p>
    );
  }
  return records.map((record) => <Found key={`${record.found_as} ${record.leaf_index} ${record.checkpoint}`} record={record} />);
}

const foundAs: Record<ExplorerRecord['found_as'], string> = {
  leaf: '日志条目',
  file: '文件存证',
  checkpoint: '日志检查点',
  transaction: '区块链交易',
};

function Found({ record }: { record: ExplorerRecord }) {
  const timestamp = { done: `已签发，${record.timestamp_at ?? ''}`, waiting: '申请中', none: '无' }[record.timestamp];
  return (
    <article className="explorer-found">
      <h2>{foundAs[record.found_as]}</h2>
      <dl>
        {record.leaf_index !== null && <Fact label="叶序号" text={record.leaf_index} />}
        {record.leaf_hash !== null && <Fact label="叶哈希" text={record.leaf_hash} isHash />}
        <Fact label={checkpointSize.label} text={checkpointSize.text(record.checkpoint)} />
        <Fact label="检查点根哈希" text={record.root} isHash />
        <Fact label="签署时间" text={record.signed_at} />
        <Fact label="可信时间戳" text={timestamp} />
        {record.transaction === null ? (
          <Fact label="区块链交易" text="未写入公有区块链" />
        ) : (
          <Fact label="区块链交易哈希" text={record.transaction} isHash />
        )}
        {record.block_height !== null && <Fact label="区块高度" text={record.block_height} />}
        {record.chain_time !== null && <Fact label="上链时间" text={record.chain_time} />}
      </dl>
    </article>
  );
}

function Fact({ label, text, isHash = false }: { label: string; text: string; isHash?: boolean }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={isHash ? 'mono' : 'num'}>
        {text}
        {isHash && <CopyButton text={text} />}
      </dd>
    </div>
  );
}

function queryOfAddress(): string {
  return (new URLSearchParams(location.search).get('q') ?? '').trim();
}

type Answer = { readonly kind: 'told'; readonly reply: ExplorerReply } | { readonly kind: 'failed'; readonly text: string };

/** Queries the public lookup without sending a token. */
async function askExplorer(query: string, signal: AbortSignal): Promise<Answer> {
  try {
    const response = await fetch(`${explorerPath}?${new URLSearchParams({ q: query })}`, { signal, credentials: 'omit' });
    if (response.status === 429) return { kind: 'failed', text: '查询过于频繁，请稍后再试' };
    if (!response.ok) return { kind: 'failed', text: '暂时无法查询，请稍后再试' };
    return { kind: 'told', reply: (await response.json()) as ExplorerReply }; // the wire is parsed here
  } catch {
    return { kind: 'failed', text: '网络异常，请检查网络后重试' };
  }
}
