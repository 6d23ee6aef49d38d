const keys = [
  { key: '1', act: '通过' },
  { key: '2', act: '不通过' },
  { key: 'T', act: '常用语' },
  { key: 'Ctrl+Enter', act: '确定' },
  { key: 'N', act: '跳过' },
  { key: '← →', act: '图片' },
] as const;

/** The keys that work here. */
export function QueueKeys() {
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
