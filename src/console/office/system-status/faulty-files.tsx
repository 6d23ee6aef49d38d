import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { FaultyFile } from '../../../contract/console/system-status.ts';
import { StatusDot } from '../../kit/list/cells.tsx';
import { Pager } from '../../kit/list/pager.tsx';
import { get, post } from '../../kit/net/call.ts';
import { Card } from '../../kit/ui/field-list.tsx';
import { GuardedButton } from '../../kit/ui/guarded-button.tsx';
import { PlainTable, type TableColumn } from '../../kit/ui/plain-table.tsx';
import { sizeText } from '../../kit/ui/text/size-text.ts';
import { isBeingChecked } from './recheck.ts';
import '../../kit/list/list.css';

const RestoreDialog = lazy(async () => ({ default: (await import('./restore-dialog.tsx')).RestoreDialog }));

const path = '/api/ajax/system/getFaultyFiles';

/** 文件巡检: the files that are lost or could not be read, with the evidence that they belong to. Nothing while all are whole. */
export function FaultyFiles({ refresh }: { refresh: () => void }) {
  const [page, setPage] = useState(1);
  const [askedAt, setAskedAt] = useState('');
  const [isRestoring, setRestoring] = useState(false);
  const { data } = useQuery({
    queryKey: [path, page],
    queryFn: ({ signal }) => get(path, { page, limit: rowsAtOnce }, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data?.list.some((file) => isBeingChecked(file, askedAt)) ? recheckMs : false),
  });
  const { mutate, isPending } = useMutation({
    mutationFn: () => post('/api/ajax/system/recheckFiles', {}),
    onSuccess: ({ time }) => setAskedAt(time),
    onError: () => undefined, // the call has reported its failure
  });
  useChange(data?.count, refresh);
  if (!data || data.count === 0) return null;
  const isChecking = data.list.some((file) => isBeingChecked(file, askedAt));
  return (
    <Card
      title="文件巡检"
      action={
        <span className="faulty-acts">
          <GuardedButton pending={isPending || isChecking} onClick={() => mutate()}>
            重新核对
          </GuardedButton>
          <GuardedButton className="btn btn-primary" onClick={() => setRestoring(true)}>
            从备份恢复
          </GuardedButton>
        </span>
      }
    >
      <p className="hint">以下文件所属的证据暂不能下载。核对完好后自动恢复。</p>
      <PlainTable rows={data.list} rowKey={({ sha256 }) => sha256} columns={columnsAt(askedAt)} />
      {data.count > rowsAtOnce && <Pager page={page} limit={rowsAtOnce} total={data.count} turnTo={setPage} prefetch={() => undefined} />}
      {isRestoring && (
        <Suspense>
          <RestoreDialog command={data.command} close={() => setRestoring(false)} />
        </Suspense>
      )}
    </Card>
  );
}

const rowsAtOnce = 10;
const recheckMs = 2_000;

/** Calls back when the number of files has changed, because the line above the list says it too. */
function useChange(count: number | undefined, changed: () => void): void {
  const before = useRef(count);
  useEffect(() => {
    if (before.current !== undefined && before.current !== count) changed();
    before.current = count;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `changed` is new on each render
  }, [count]);
}

function columnsAt(askedAt: string): readonly TableColumn<FaultyFile>[] {
  return [
    { title: '存证编号', cell: (file) => <Evidence file={file} /> },
    { title: '状态', cell: ({ tone, state_name: text }) => <StatusDot tone={tone} text={text} /> },
    { title: '发现时间', cell: ({ since }) => since },
    { title: '最近核对', cell: (file) => (isBeingChecked(file, askedAt) ? <StatusDot tone="work" text="正在核对" /> : file.checked_time) },
    { title: '大小', cell: ({ size }) => sizeText(size) },
    { title: '文件哈希', cell: ({ sha256 }) => <span className="faulty-hash" title={sha256}>{`${sha256.slice(0, 12)}…`}</span> },
    { title: '原因', cell: ({ reason }) => reason, isProse: true },
  ];
}

/** The evidence that the file belongs to; other stored files are pictures, documents and app packages. */
function Evidence({ file: { evidence, evidence_count: count } }: { file: FaultyFile }) {
  if (count === 0) return '不属于证据';
  return (
    <span className="faulty-evidence">
      {evidence.map(({ baoquan, url }) =>
        url === '' ? (
          <span key={baoquan}>{baoquan}</span>
        ) : (
          <Link key={baoquan} to={url} target="_blank" rel="noreferrer">
            {baoquan}
          </Link>
        ),
      )}
      {count > evidence.length && <span>{`等 ${count} 件`}</span>}
    </span>
  );
}
