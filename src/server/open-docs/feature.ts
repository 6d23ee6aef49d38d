import type { FastifyInstance } from 'fastify';
import type { Config } from '../runtime/config.ts';
import { docsPath, renderMarkdown } from './markdown.ts';
import { chapters, pageOf } from './page.ts';
import { files, markdownPages } from './pages.ts';
import { renderReference } from './reference.ts';

interface OpenDocsDeps {
  readonly config: Pick<Config, 'office'>;
}

/** `/open/docs`: the guide of those who build on the open API, with the reference of this server's own calls. Open to everybody. */
export function openDocs({ config: { office } }: OpenDocsDeps) {
  return { register: (app: FastifyInstance) => mount(app, office.mark) };
}

async function mount(app: FastifyInstance, mark: string | null): Promise<void> {
  for (const [name, title] of chapters) {
    const path = name === '' ? docsPath : `${docsPath}/${name}`;
    // Made by the first reader: few servers are ever asked.
    let page: string | undefined;
    app.get(path, async (_request, reply) => {
      const content = () => (name === 'calls' ? renderReference() : renderMarkdown(markdownPages[name] ?? ''));
      page ??= pageOf({ title, path, mark }, content());
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
    });
  }
  for (const [name, text] of Object.entries(files))
    app.get(`${docsPath}/${name}`, async (_request, reply) => reply.type('text/plain; charset=utf-8').send(text));
}
