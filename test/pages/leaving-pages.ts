import { all, block, blocks, type CorpusPage } from './content.ts';

/** A page that is read for a while, and then left by itself. */
const leaves = (name: string, how: string, more: Partial<CorpusPage> = {}): CorpusPage => ({
  name,
  body: `<p>先看到的</p>${block(9)}<script>${how}</script>`,
  parts: { on: `<p>其后的正文</p>${blocks(2)}` },
  colours: all(2),
  text: '其后的正文',
  notes: ['self_reload'],
  ...more,
});

/** Pages that lead elsewhere by themselves, before or after they are still. */
export const leavingPages: readonly CorpusPage[] = [
  ...[100, 400].map((ms) =>
    leaves(`leaves-${ms}`, `addEventListener('load', () => setTimeout(() => location.replace('/leaves-${ms}/on'), ${ms}))`),
  ),
  // Its first page, or the second one, as fast as the machine is.
  leaves('leaves-meta', '', {
    colours: [],
    text: '正文',
    body: `<meta http-equiv="refresh" content="1;url=/leaves-meta/on"><p>先看到的正文</p>${block(9)}`,
  }),
  leaves('leaves-walked', `addEventListener('scroll', () => { if (scrollY > 500) location.replace('/leaves-walked/on'); })`, {
    body: `<p>先看到的</p>${blocks(12)}<script>addEventListener('scroll', () => { if (scrollY > 500) location.replace('/leaves-walked/on');
      })</script>`,
  }),
  leaves('leaves-and-returns', '', {
    body: ({ html, count }) =>
      html(
        `<p>其后的正文</p>${blocks(2)}${
          count === 1 ? `<script>setTimeout(() => location.replace('/leaves-and-returns/on'), 300)</script>` : ''
        }`,
      ),
    parts: { on: `<p>中途</p><script>setTimeout(() => location.replace('/leaves-and-returns'), 300)</script>` },
  }),
  leaves('leaves-by-history', `history.replaceState(null, '', '/leaves-by-history/other')`, {
    body: `<p>其后的正文</p>${blocks(2)}<script>history.replaceState(null, '', '/leaves-by-history/other')</script>`,
    notes: [],
  }),
  {
    name: 'leaves-for-ever',
    body: `<p>一页</p>${block(1)}<script>setTimeout(() => location.replace('/leaves-for-ever/on'), 300)</script>`,
    parts: { on: `<p>另一页</p>${block(1)}<script>setTimeout(() => location.replace('/leaves-for-ever'), 300)</script>` },
    colours: [1],
    notes: ['self_reload'],
  },
];
