import { RetryButton } from './retry-button.tsx';

/** What stands in a dialog where its content would: why it is not there, and the way to ask again. */
export function Fault({ error, retry }: { error: Error; retry: () => unknown }) {
  return (
    <div className="fault" role="alert">
      <p>{error.message}</p>
      <RetryButton retry={retry} />
    </div>
  );
}
