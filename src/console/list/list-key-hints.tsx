import { useSingleKeys } from '../keys/use-key-hint.ts';

/** Hints for the keys of a list: those that have no button to name them, and the one that lists all keys. */
export function ListKeyHints({ canMark }: { readonly canMark: boolean }) {
  if (!useSingleKeys()) return null;
  const keys = [
    { keys: ['J', 'K'], act: '选行' },
    { keys: ['Enter'], act: '打开' },
    ...(canMark ? [{ keys: ['X'], act: '勾选' }] : []),
    { keys: ['/'], act: '筛选' },
    { keys: ['[', ']'], act: '翻页' },
    { keys: ['?'], act: '全部按键' },
  ];
  return (
    <ul className="list-keys" aria-label="快捷键">
      {keys.map(({ keys: names, act }) => (
        <li key={act}>
          {names.map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}{' '}
          {act}
        </li>
      ))}
    </ul>
  );
}
