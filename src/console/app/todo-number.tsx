import { Link } from 'react-router';
import type { Todo } from './todo.ts';

/** The number beside a group of the menu; its tooltip lists what it consists of. Renders nothing for zero. */
export function TodoNumber({ todo }: { todo: Todo | undefined }) {
  if (!todo || todo.count === 0) return null;
  return (
    <span className="side-todo num" title={madeOf(todo)}>
      {shown(todo.count)}
      <span className="unseen"> 件待办</span>
    </span>
  );
}

/** The numbers beside a page, one per kind of waiting item; each links to the list that it counts. */
export function TodoLinks({ todo }: { todo: Todo | undefined }) {
  if (!todo || todo.count === 0) return null;
  return (
    <span className="side-todo num" title={madeOf(todo)}>
      {waitingItems(todo).map(({ label, count, url }) => (
        <Link key={url} to={url} title={`${label} ${count} 件`} aria-label={`${label} ${count} 件待办`}>
          {shown(count)}
        </Link>
      ))}
    </span>
  );
}

function madeOf(todo: Todo): string {
  return waitingItems(todo)
    .map(({ label, count }) => `${label} ${count} 件`)
    .join('，');
}

function waitingItems({ items }: Todo) {
  return items.filter((item) => item.count > 0);
}

function shown(count: number): string {
  return count > most ? `${most}+` : String(count);
}

const most = 999;
