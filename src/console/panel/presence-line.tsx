import { useEffect, useState } from 'react';
import { useOperator } from '../session/operator.tsx';
import { watchPresence, type Person } from './presence.ts';

/** Who else looks at the object now. The operator is seen to look as long as the screen stands, be its panel folded or not. */
export function useOthersPresent(object: string): readonly Person[] {
  const { uid } = useOperator();
  const [present, setPresent] = useState<readonly Person[]>([]);
  useEffect(() => watchPresence(object, setPresent), [object]);
  return present.filter(({ id }) => id !== uid);
}

export function PresenceLine({ others }: { others: readonly Person[] }) {
  const names = others.map(({ name }) => name).join('、');
  return (
    <p className="presence" aria-live="polite">
      {others.length === 0 ? (
        <span className="note-hint">只有您在看</span>
      ) : (
        <>
          <span className="presence-dot" aria-hidden="true" />
          <span className="presence-names" title={names}>
            {names}
          </span>
          <span className="note-hint">也在看</span>
        </>
      )}
    </p>
  );
}
