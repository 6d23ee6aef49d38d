import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { NoteRow } from '../../../contract/console/notes.ts';
import { post } from '../net/call.ts';
import { useOperator } from '../session/operator.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { piecesOf } from './mention.ts';
import { NoteForm } from './note-form.tsx';
import { notesAtOnce, notesQuery } from './notes-query.ts';
import { PanelPager } from './panel-pager.tsx';
import { given } from '../ui/given-text.tsx';

const ConfirmDialog = lazy(async () => ({ default: (await import('../ui/confirm-dialog.tsx')).ConfirmDialog }));

/** The operators' notes on the object, newest first. */
export function Notes({ object }: { object: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery(notesQuery(object, page));
  return (
    <>
      <NoteForm object={object} />
      <QueryView query={query}>
        {({ list, count }) => (
          <>
            {list.length === 0 && <p className="panel-none">还没有备注</p>}
            <ol className="notes" aria-label="备注">
              {list.map((note) => (
                <Note key={note.id} object={object} note={note} />
              ))}
            </ol>
            <PanelPager page={page} total={count} limit={notesAtOnce} turnTo={setPage} />
          </>
        )}
      </QueryView>
    </>
  );
}

function Note({ object, note }: { object: string; note: NoteRow }) {
  const cache = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const withdraw = async () => {
    setAsking(false);
    // The call has reported its failure.
    await post('/api/ajax/note/withdraw', { id: note.id }, { about: { act: '已撤回', name: '备注' } }).catch(() => undefined);
    await cache.invalidateQueries({ queryKey: ['notes', object] });
  };
  return (
    <li className="note">
      <div className="note-head">
        <b>{given(note.author)}</b>
        <time className="note-hint num">{note.add_time}</time>
        {note.can_withdraw === 1 && (
          <button type="button" className="link note-withdraw" onClick={() => setAsking(true)}>
            撤回
          </button>
        )}
      </div>
      {note.withdrawn_time === '' ? (
        <p className="note-text">
          <NoteText note={note} />
        </p>
      ) : (
        <p className="note-hint">
          {note.withdrawn_by} 于 <span className="num">{note.withdrawn_time}</span> 撤回了这条备注
        </p>
      )}
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            title="撤回备注"
            verb="撤回"
            text="撤回后不再显示内容，仍留下撤回人和时间。"
            confirm={() => void withdraw()}
            cancel={() => setAsking(false)}
          />
        </Suspense>
      )}
    </li>
  );
}

function NoteText({ note }: { note: NoteRow }) {
  const { uid } = useOperator();
  const own = note.mentions.find(({ id }) => id === uid)?.name;
  const pieces = piecesOf(
    note.content,
    note.mentions.map(({ name }) => name),
  );
  return pieces.map((piece, at) =>
    piece.isName ? (
      // oxlint-disable-next-line react/no-array-index-key -- a note's text never changes
      <mark key={at} className="mention" data-own={piece.text.slice(1) === own}>
        {given(piece.text)}
      </mark>
    ) : (
      given(piece.text)
    ),
  );
}
