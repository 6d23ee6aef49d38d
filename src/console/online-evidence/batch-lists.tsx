import { listScreen } from '../list/list-screen.tsx';
import { recordingColumns, webColumns } from './columns.ts';
import { batchMarking } from './many/marking.tsx';
import { moveBatchSource, processBatchSource, webBatchSource } from './sources.ts';

export const WebBatch = listScreen({
  name: 'online-web',
  source: webBatchSource,
  rowKey: (row) => row.baoquan_no,
  columns: webColumns,
  marking: batchMarking('web'),
});

export const ProcessBatch = listScreen({
  name: 'online-process',
  source: processBatchSource,
  rowKey: (row) => row.attestation_id,
  columns: recordingColumns('process'),
  marking: batchMarking('process'),
});

export const MoveBatch = listScreen({
  name: 'online-move',
  source: moveBatchSource,
  rowKey: (row) => row.attestation_id,
  columns: recordingColumns('move'),
  marking: batchMarking('move'),
});
