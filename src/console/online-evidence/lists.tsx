import { listScreen } from '../list/list-screen.tsx';
import { recordingColumns, webColumns } from './columns.ts';
import { listToolsOf } from './list-tools.tsx';
import { listMarking } from './many/marking.tsx';
import { moveSource, processSource, webSource } from './sources.ts';

export const WebCaptures = listScreen({
  name: 'online-web',
  source: webSource,
  rowKey: (row) => row.baoquan_no,
  columns: webColumns,
  marking: listMarking('web'),
  Tools: listToolsOf('web'),
});

export const ProcessRecordings = listScreen({
  name: 'online-process',
  source: processSource,
  rowKey: (row) => row.attestation_id,
  columns: recordingColumns('process'),
  marking: listMarking('process'),
  Tools: listToolsOf('process'),
});

export const MoveRecordings = listScreen({
  name: 'online-move',
  source: moveSource,
  rowKey: (row) => row.attestation_id,
  columns: recordingColumns('move'),
  marking: listMarking('move'),
  Tools: listToolsOf('move'),
});
