import { useQuery, useQueryClient } from '@tanstack/react-query';
import AutoComplete from 'antd/es/auto-complete';
import { useState } from 'react';
import { limits } from '../../../../domain/business/codes/limits.ts';
import { codePointLength } from '../../../../domain/kit/text/length.ts';
import { onlineKind, type OnlineKind } from '../../../../domain/business/codes/online-evidence.ts';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import type { FormControlProps } from '../../../kit/form/form-field.tsx';
import { ManyDialog } from '../../../kit/list/selection/many-dialog.tsx';
import { outcomesOf, useMany } from '../../../kit/list/selection/use-many.ts';
import type { SelectedRows } from '../../../kit/list/selection/use-selected-rows.ts';
import { post } from '../../../kit/net/call.ts';
import { isRecording } from '../kinds.ts';
import { namedRows, numberOf, type OnlineRow } from './online-row.ts';
import { knownLabels, labelsKey } from '../sources.ts';

interface Props {
  readonly kind: OnlineKind;
  /** The rows that were selected when the dialog was opened. */
  readonly rows: readonly OnlineRow[];
  readonly selected: SelectedRows<OnlineRow>;
  readonly close: () => void;
}

/** Asks for a label, sets it on each row, and shows each result. A row that somebody else changed meanwhile stays as it is. */
export function LabelDialog({ kind, rows, selected, close }: Props) {
  const cache = useQueryClient();
  const [isSent, setSent] = useState(false);
  const labelOf = (number: string) => [...selected.rows, ...rows].find((row) => numberOf(row) === number)?.label ?? '';
  const many = useMany<string>(
    async (numbers, label) =>
      outcomesOf(
        await post(
          '/api/evidence/labelBatch',
          { baoquanStr: numbers, type: onlineKind.code(kind), label, was: numbers.map((number) => encodeURIComponent(labelOf(number))) },
          { quiet: true },
        ),
      ),
    (failed) => {
      selected.keep(failed);
      void cache.invalidateQueries({ queryKey: ['options', labelsKey(kind)] });
      return cache.invalidateQueries({ queryKey: [isRecording(kind) ? '/api/ajax/evidence/getProList' : '/api/ajax/webfor/getWebList'] });
    },
  );
  if (isSent) return <ManyDialog title="批量标签" rows={namedRows(rows)} many={many} close={close} />;
  return (
    <FormDialog
      title={`批量标签（${rows.length} 份）`}
      width={440}
      fields={[
        {
          kind: 'custom',
          name: 'label',
          label: '标签',
          placeholder: '选择已有标签，或输入新标签',
          Control: labelControls[kind],
          check: labelFault,
          note: ClearingNote,
        },
      ]}
      submit={async ({ label = '' }) => void many.start(rows.map(numberOf), label)}
      close={close}
      done={() => setSent(true)}
    />
  );
}

function labelFault(label: string): string | undefined {
  return codePointLength(label) > limits.labelChars ? `标签最多${limits.labelChars}个字` : undefined;
}

function ClearingNote() {
  return <>所选证据原有的标签会被替换；留空则清除标签。</>;
}

/** A text field that suggests the labels in use. */
function labelControl(kind: OnlineKind) {
  return function LabelControl({ id, value, onChange, placeholder }: FormControlProps) {
    const { data = [] } = useQuery({
      queryKey: ['labels', kind],
      queryFn: ({ signal }) => knownLabels(kind, signal),
    });
    return (
      <AutoComplete
        id={id}
        value={value}
        onChange={onChange}
        placeholder={placeholder}
        options={data.map((label) => ({ value: label }))}
        showSearch={{ filterOption: (typed, option) => (option?.value ?? '').includes(typed.trim()) }}
        allowClear
      />
    );
  };
}

// One component per kind, created once: a new one on each render would lose the focus.
const labelControls = { web: labelControl('web'), process: labelControl('process'), move: labelControl('move') };
