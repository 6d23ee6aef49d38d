import { listScreen } from '../kit/list-screen.tsx';
import { BatchButton } from './batch-button.tsx';
import { recordingColumns, webColumns } from './columns.ts';
import { moveBatchSource, processBatchSource, webBatchSource } from './sources.ts';

export const WebBatch = listScreen({
  name: 'online-web',
  source: webBatchSource,
  rowKey: (row) => row.baoquan_no,
  columns: webColumns,
  batch: ({ keys, clear }) => <BatchButton kind="web" numbers={keys} clear={clear} />,
});

export const ProcessBatch = listScreen({
  name: 'online-process',
  source: processBatchSource,
  rowKey: (row) => row.attestation_id,
  columns: recordingColumns('process'),
  batch: ({ keys, clear }) => <BatchButton kind="process" numbers={keys} clear={clear} />,
});

export const MoveBatch = listScreen({
  name: 'online-move',
  source: moveBatchSource,
  rowKey: (row) => row.attestation_id,
  columns: recordingColumns('move'),
  batch: ({ keys, clear }) => <BatchButton kind="move" numbers={keys} clear={clear} />,
});
