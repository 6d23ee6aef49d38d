import { Popup } from '../ui/popup.tsx';
import type { Standing } from './use-standing.ts';

/** Position and count, the number of decisions in this sitting, and the other cases with the operators who hold them. */
export function QueueBar({ standing, done }: { readonly standing: Standing | undefined; readonly done: number }) {
  return (
    <header className="queue-bar num">
      <span className="queue-position" aria-live="polite">
        {standing && standing.position > 0 && (
          <>
            第 <b>{standing.position.toLocaleString('en-US')}</b> 件，共 <b>{standing.count.toLocaleString('en-US')}</b> 件
          </>
        )}
      </span>
      <span className="hint">等候最久的在前</span>
      {done > 0 && <span className="queue-done">本次已处理 {done} 件</span>}
      {standing && standing.others.length > 0 && (
        <Popup label={`他人处理中 ${standing.others.length} 件`} className="btn queue-others" panelClassName="queue-others-panel">
          {() => <OthersCases others={standing.others} />}
        </Popup>
      )}
    </header>
  );
}

/** The cases that others hold, with their operators and since when. */
export function OthersCases({ others }: Pick<Standing, 'others'>) {
  return (
    <ul className="queue-others-list num">
      {others.map(({ id, title, operator, since }) => (
        <li key={id}>
          <b title={title}>{title}</b>
          <span>
            {operator}自 {since} 起
          </span>
        </li>
      ))}
    </ul>
  );
}
