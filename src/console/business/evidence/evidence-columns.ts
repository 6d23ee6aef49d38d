import type { EvidenceRow } from '../../../contract/console/evidence.ts';
import type { Column } from '../../kit/list/columns.ts';
import { certificatePath } from '../../kit/certificate/evidence-paths.ts';
import { fileTone } from '../../kit/certificate/file-tone.ts';

/** The columns of an evidence list. The two lists differ only in the owner's title. */
export function evidenceColumns(holderTitle: string): Column<EvidenceRow>[] {
  return [
    { kind: 'id', title: '存证编号', text: (row) => row.baoquan, width: 268 },
    { kind: 'text', title: holderTitle, text: (row) => row.companyName || row.username },
    { kind: 'text', title: '存证类型', text: (row) => row.type_name, width: 88 },
    { kind: 'text', title: '存证名称', text: (row) => row.title },
    { kind: 'time', title: '存证时间', text: (row) => row.saveTime },
    { kind: 'status', title: '文件状态', text: (row) => row.fileStatus_name, tone: (row) => fileTone(row.fileStatus) },
    { kind: 'actions', title: '操作', actions: (row) => [{ label: '查看详情', to: certificatePath(row), isNewTab: true }] },
  ];
}
