import { useEffect, useRef, type FormEventHandler, type ReactNode } from 'react';
import { GoButton } from '../ui/go-button.tsx';
import { GuardedButton } from '../ui/guarded-button.tsx';
import { listAddress } from '../list/list-position.ts';
import { SavedDraftNotice, type SavedDraft } from './saved-draft-notice.tsx';
import type { Faults } from './use-form.ts';

interface Props {
  readonly form: {
    readonly faults: Faults;
    readonly pending: boolean;
    readonly lost: string | undefined;
    readonly refusals: number;
    readonly savedDraft: SavedDraft | undefined;
    readonly submit: FormEventHandler;
  };
  readonly title: string;
  readonly submitLabel: string;
  /** The list that the form belongs to. */
  readonly backTo: string;
  /** Discards the draft and shows the current state. */
  readonly reload: () => void;
  readonly children: ReactNode;
}

/** A form on its own page. If somebody else changed the object meanwhile, a notice above it says so. */
export function FormPage({ form, title, submitLabel, backTo, reload, children }: Props) {
  const element = useRef<HTMLFormElement>(null);
  // Focuses the first field: by keyboard, it would only be reached through the whole menu.
  useEffect(() => element.current?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (Object.values(form.faults).some((fault) => fault !== undefined))
      element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [form.faults]);
  return (
    <form className="form-page" ref={element} onSubmit={form.submit} noValidate aria-label={title} autoComplete="off">
      {form.lost !== undefined && (
        <p className="form-lost" role="alert">
          <span>{form.lost}</span>
          <GuardedButton onClick={reload}>载入最新内容</GuardedButton>
        </p>
      )}
      {form.savedDraft && <SavedDraftNotice {...form.savedDraft} />}
      {children}
      <div className="form-buttons">
        <GoButton to={listAddress(backTo)}>取消返回</GoButton>
        <GuardedButton type="submit" className="btn btn-primary" pending={form.pending} resetKey={form.refusals}>
          {submitLabel}
        </GuardedButton>
      </div>
    </form>
  );
}
