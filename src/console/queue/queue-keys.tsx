import { reviewChoice, type ReviewChoice } from '../../domain/codes/users.ts';

interface Props {
  /** Names of the choices, if they differ from the usual ones. */
  readonly choices?: Readonly<Record<ReviewChoice, string>> | undefined;
  readonly hasPictures: boolean;
}

/** A line with the keys of this screen. */
export function QueueKeys({ choices, hasPictures }: Props) {
  const word = (choice: ReviewChoice) => choices?.[choice] ?? reviewChoice.label(choice);
  const keys = [
    { key: '1', act: word('approve') },
    { key: '2', act: word('reject') },
    { key: 'T', act: '常用语' },
    { key: 'Ctrl+Enter', act: '确定' },
    { key: 'N', act: '跳过' },
    ...(hasPictures ? [{ key: '← →', act: '图片' }] : []),
  ];
  return (
    <ul className="queue-keys" aria-label="快捷键">
      {keys.map(({ key, act }) => (
        <li key={key}>
          <kbd>{key}</kbd> {act}
        </li>
      ))}
    </ul>
  );
}
