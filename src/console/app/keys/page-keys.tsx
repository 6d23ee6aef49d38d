import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { keysHere, useKeys, type KeyGroup } from '../../kit/keys/use-keys.ts';
import { listAddress } from '../../kit/list/list-position.ts';
import { ownPages } from '../../kit/search/own-pages.ts';
import { homePath } from '../../kit/session/guard.ts';
import { useOperator } from '../../kit/session/operator.tsx';
import { everywhere, openPage } from './everywhere.ts';
import { pageLetters } from './page-letters.ts';

const KeySheet = lazy(async () => ({ default: (await import('./key-sheet.tsx')).KeySheet }));

/** Keys that work on every page: G and a letter opens a page of the menu, and ? lists all keys. */
export function PageKeys() {
  const { groups, can } = useOperator();
  const [shown, setShown] = useState<readonly KeyGroup[]>();
  const navigate = useNavigate();
  const pages = groups.flatMap((group) => group.pages);
  useKeys({ name: everywhere, keys: [{ key: '?', act: '快捷键', run: () => setShown(keysHere()) }] });
  useKeys({
    name: openPage,
    isOfPage: true,
    keys: [
      ...pages.flatMap(({ id, name, path }) => {
        const letter = path === homePath ? 'h' : pageLetters.get(id);
        return letter === undefined ? [] : [{ key: `g ${letter}`, act: name, run: () => void navigate(listAddress(path)) }];
      }),
      ...ownPages(can).map(({ name, path, key }) => ({ key: `g ${key}`, act: name, run: () => void navigate(path) })),
    ],
  });
  return <Suspense>{shown && <KeySheet groups={shown} close={() => setShown(undefined)} />}</Suspense>;
}
