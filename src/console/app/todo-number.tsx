import type { Todo } from './todo.ts';

/** The number beside an entry of the menu; its tooltip says what it is made of. Nothing where nothing waits. */
export function TodoNumber({ todo }: { todo: Todo | undefined }) {
  if (!todo || todo.count === 0) return null;
  const made = todo.items.filter((item) => item.count > 0).map(({ label, count }) => `${label} ${count} 件`);
  return (
    <span className="side-todo num" title={made.join('，')}>
      {todo.count > most ? `${most}+` : todo.count}
      <span className="unseen"> 件待办</span>
    </span>
  );
}

const most = 999;
