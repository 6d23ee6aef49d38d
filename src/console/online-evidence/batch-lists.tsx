import { listScreen } from '../list/list-screen.tsx';
import { BatchButton } from './batch-button.tsx';
import { batchObstacle } from './batch-offer.ts';
import { recordingColumns, webColumns } from './columns.ts';
import { moveBatchSource, processBatchSource, webBatchSource } from './sources.ts';

export const WebBatch = listScreen({
  name: 'online-web',
  source: webBatchSource,
  rowKey: (row) => row.baoquan_no,
  columns: webColumns,
  batch: { tools: ({ keys, clear }) => <BatchButton kind="web" numbers={keys} clear={clear} />, obstacle: batchObstacle },
});

export const ProcessBatch = listScreen({
  name: 'online-process',
  source: processBatchSource,
  rowKey: (row) => row.attestation_id,
  columns: recordingColumns('process'),
  batch: { tools: ({ keys, clear }) => <BatchButton kind="process" numbers={keys} clear={clear} />, obstacle: batchObstacle },
});

export const MoveBatch = listScreen({
  name: 'online-move',
  source: moveBatchSource,
  rowKey: (row) => row.attestation_id,
  columns: recordingColumns('move'),
  batch: { tools: ({ keys, clear }) => <BatchButton kind="move" numbers={keys} clear={clear} />, obstacle: batchObstacle },
});
