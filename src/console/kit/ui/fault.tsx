import { RetryButton } from './retry-button.tsx';

/** Takes the place of a dialog's content: the error, and a button to try again. */
export function Fault({ error, retry }: { error: Error; retry: () => unknown }) {
  return (
    <div className="fault" role="alert">
      <p>{error.message}</p>
      <RetryButton retry={retry} />
    </div>
  );
}
