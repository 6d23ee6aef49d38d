import { useEffect, useState } from 'react';
import { useOperator } from '../session/operator.tsx';
import { watchPresence } from '../live/presence.ts';
import type { Person } from '../live/stream.ts';

/**
 * Who else views the object now; undefined while that is not known. The operator counts as present while the screen is mounted, even with a
 * folded panel.
 */
export function useOthersPresent(object: string): readonly Person[] | undefined {
  const { uid } = useOperator();
  const [present, setPresent] = useState<readonly Person[]>();
  useEffect(() => watchPresence(object, setPresent), [object]);
  return present?.filter(({ id }) => id !== uid);
}

export function PresenceLine({ others }: { others: readonly Person[] | undefined }) {
  const names = (others ?? []).map(({ name }) => name).join('、');
  return (
    <p className="presence" role="status" aria-label="谁在看">
      <span className="note-hint">谁在看</span>
      {names === '' ? (
        <span>{others ? '只有您' : '正在读取…'}</span>
      ) : (
        <>
          <span className="presence-dot" aria-hidden="true" />
          <span className="presence-names" title={names}>
            {names}
          </span>
        </>
      )}
    </p>
  );
}
