import { useState, type FormEvent } from 'react';
import { valuesOf, type Filter, type ListSource } from './list-source.ts';
import { useFilterControls } from './filter-loading.ts';

interface Props {
  readonly source: ListSource;
  readonly search: URLSearchParams;
  readonly apply: (values: Record<string, string>) => void;
}

/** The filters of a list: a draft until 查询 writes it into the address. 重置 brings back what a fresh list shows. */
export function FilterBar({ source, search, apply }: Props) {
  const [values, setValues] = useState(() => valuesOf(source, search));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply(values);
  };
  const reset = () => {
    const fresh = valuesOf(source, new URLSearchParams());
    setValues(fresh);
    apply(fresh);
  };
  return (
    <form className="filters" role="search" onSubmit={submit}>
      {source.filters.map((filter) => (
        <div key={filter.field} className={`filter filter-${filter.kind}`}>
          <label htmlFor={`filter-${filter.field}`}>{filter.label}</label>
          <Control filter={filter} value={values[filter.field] ?? ''} change={(value) => setValues((before) => ({ ...before, [filter.field]: value }))} />
        </div>
      ))}
      <div className="filter-buttons">
        <button type="submit" className="btn btn-primary">
          查询
        </button>
        <button type="button" className="btn" onClick={reset}>
          重置
        </button>
      </div>
    </form>
  );
}

/** Selects and dates are antd's and come after the rows; until then a box of the same size stands there. */
function Control({ filter, value, change }: { filter: Filter; value: string; change: (value: string) => void }) {
  const controls = useFilterControls(filter.kind !== 'text');
  const id = `filter-${filter.field}`;
  if (filter.kind === 'text') return <input id={id} className="input" value={value} placeholder={filter.placeholder} onChange={(event) => change(event.target.value)} maxLength={200} />;
  if (!controls) return <span className="input filter-waiting" />;
  if (filter.kind === 'select') return <controls.SelectFilter id={id} filter={filter} value={value} change={change} />;
  return <controls.DaysFilter id={id} value={value} change={change} />;
}
