/** Buttons for older and newer entries; nothing if one page holds all. */
export function PanelPager({ page, total, limit, turnTo }: { page: number; total: number; limit: number; turnTo: (page: number) => void }) {
  const last = Math.ceil(total / limit);
  if (last <= 1 && page === 1) return null;
  return (
    <nav className="panel-pager" aria-label="分页">
      <button type="button" className="link" disabled={page <= 1} onClick={() => turnTo(page - 1)}>
        较新
      </button>
      <span className="note-hint num">
        {page} / {last}，共 {total} 条
      </span>
      <button type="button" className="link" disabled={page >= last} onClick={() => turnTo(page + 1)}>
        较早
      </button>
    </nav>
  );
}
