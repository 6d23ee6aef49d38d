import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { OthersCases } from './queue-bar.tsx';

it('shows the names of cases that others hold as they are stored, whatever would turn them', () => {
  const one = { id: '1', title: '甲\u202e司公', operator: '王', since: '10:00' };
  const shown = renderToStaticMarkup(
    <OthersCases others={[one] as unknown as Parameters<typeof OthersCases>[0]['others']} revoke={undefined} />,
  );
  expect(shown).toContain('<bdi>甲␣司公</bdi>');
  expect(shown).not.toMatch(/\p{Cf}/u);
});
