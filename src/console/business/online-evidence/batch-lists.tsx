import { listScreen } from '../../kit/list/list-screen.tsx';
import { recordingColumns, webColumns } from './columns.ts';
import { batchSelection } from './many/selection.tsx';
import { moveBatchSource, processBatchSource, webBatchSource } from './sources.ts';

export const WebBatch = listScreen({
  name: 'online-web',
  source: webBatchSource,
  rowKey: (row) => row.baoquan_no,
  columns: webColumns,
  selectable: batchSelection('web'),
});

export const ProcessBatch = listScreen({
  name: 'online-process',
  source: processBatchSource,
  rowKey: (row) => row.attestation_id,
  columns: recordingColumns('process'),
  selectable: batchSelection('process'),
});

export const MoveBatch = listScreen({
  name: 'online-move',
  source: moveBatchSource,
  rowKey: (row) => row.attestation_id,
  columns: recordingColumns('move'),
  selectable: batchSelection('move'),
});
