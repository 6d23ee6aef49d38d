import { memo, useCallback, useState, type FormEvent } from 'react';
import { useFilterControls } from './filter-loading.ts';
import { GuardedButton } from '../ui/guarded-button.tsx';
import { valuesOf, type Filter, type ListSource } from './list-source.ts';

type ShownFilter = Exclude<Filter, { kind: 'order' }>;

interface Props {
  readonly source: ListSource;
  readonly search: URLSearchParams;
  /** The list has its answer, so that code which its rows do not need may load now. */
  readonly hasAnswer: boolean;
  readonly apply: (values: Record<string, string>) => void;
}

/** The filters of a list: a draft until 查询 writes it into the address. 重置 restores the initial values. */
export function FilterBar({ source, search, hasAnswer, apply }: Props) {
  const inAddress = valuesOf(source, search);
  const [values, setValues] = useState(inAddress);
  const [address, setAddress] = useState(inAddress);
  if (source.filters.some(({ field }) => address[field] !== inAddress[field])) {
    setAddress(inAddress); // after Back, Forward or a link, the draft follows the address
    setValues(inAddress);
  }
  /** Number of filter changes by the operator; each one enables the buttons again. */
  const [changes, setChanges] = useState(0);
  const change = useCallback((field: string, value: string) => {
    setValues((before) => ({ ...before, [field]: value }));
    setChanges((before) => before + 1);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply(values);
  };
  const reset = () => {
    const fresh = valuesOf(source, new URLSearchParams());
    setValues(fresh);
    apply(fresh);
  };
  const shown = source.filters.filter((filter): filter is ShownFilter => filter.kind !== 'order');
  return (
    <form className="filters" role="search" onSubmit={submit}>
      {shown.map((filter) => (
        <div key={filter.field} className={`filter filter-${filter.kind}`}>
          <label htmlFor={`filter-${filter.field}`}>{filter.label}</label>
          <Control filter={filter} value={values[filter.field] ?? ''} hasAnswer={hasAnswer} change={change} />
        </div>
      ))}
      <div className="filter-buttons">
        <GuardedButton type="submit" className="btn btn-primary" resetKey={changes}>
          查询
        </GuardedButton>
        <GuardedButton onClick={reset} resetKey={changes}>
          重置
        </GuardedButton>
      </div>
    </form>
  );
}

interface ControlProps {
  readonly filter: ShownFilter;
  readonly value: string;
  readonly hasAnswer: boolean;
  readonly change: (field: string, value: string) => void;
}

/** Selects and dates are antd components and load after the rows. Until then a box of the same size takes their place. */
const Control = memo(function FilterControl({ filter, value, hasAnswer, change }: ControlProps) {
  const controls = useFilterControls(filter.kind !== 'text' && hasAnswer);
  const id = `filter-${filter.field}`;
  const set = (next: string) => change(filter.field, next);
  if (filter.kind === 'text')
    return (
      <input
        id={id}
        className="input"
        value={value}
        placeholder={filter.placeholder}
        onChange={(event) => set(event.target.value)}
        maxLength={200}
      />
    );
  if (!controls) return <span className="input filter-waiting" />;
  if (filter.kind === 'select') return <controls.SelectFilter id={id} filter={filter} value={value} change={set} />;
  if (filter.kind === 'times') return <controls.TimesFilter id={id} value={value} change={set} />;
  if (filter.kind === 'known') return <controls.KnownFilter id={id} filter={filter} value={value} change={set} />;
  return <controls.DaysFilter id={id} value={value} change={set} />;
});
